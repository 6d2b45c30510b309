/** Certification list and certification page. */
import { day, monthOfYear, shortMonthOfYear } from '#web/text/en/figures/dates.ts'
import { counted } from '#web/text/en/numbers.ts'

export const catalogue = {
  listTitle: 'Available Certifications',
  listPageTitle: 'Available Certifications, Praxam',
  listDescription: (count: number) =>
    `Practice exams for ${count} Dynamics 365 and Power Platform certifications, with their status, skills measured, and number of questions.`,
  errorTitle: 'Error Loading Certifications',
  failed: 'Failed to load certifications',
  failedAdvice: 'Check your connection and try again.',
  emptyTitle: 'No Certifications Found',
  empty: 'There are currently no certifications available.',
  allFamilies: 'All',
  family: 'Family',
  familyTexts: {
    ERP: 'Finance, supply chain, and business management.',
    CRM: 'Sales, customer service, and field service.',
    'Power Platform': 'Apps, flows, agents, and their data.',
  },
  statusNote: (active: number) =>
    `${active === 0 ? 'These exams are retired.' : `${active} of these exams can still be taken. The others are retired.`} You can still practice the questions of a retired exam. Its page names the replacement, if any.`,
  outlineLabel: (id: string) => `Skills measured by ${id}, drawn to scale`,
  questions: (count: number) => counted(count, 'question'),
  active: 'Active',
  activeSince: (date: string) => `Active, skills measured as of ${day(date)}`,
  retired: 'Retired',
  retiredShort: (date: string) => `Retired ${shortMonthOfYear(date)}`,
  retiredOn: (date: string, isApproximate: boolean) => (isApproximate ? `Retired around ${monthOfYear(date)}` : `Retired on ${day(date)}`),

  day,
  skillArea: 'Skill area',
  weight: 'Weight',
  weightRange: (min: number, max: number) => (min === max ? `${min}%` : `${min}–${max}%`),
  practiceArea: (area: string) => `Practice ${area}`,
  practice: 'Practice',
  practiceTen: (bankSize: number) => `Practice ${Math.min(10, bankSize)}`,
  questionsOf: (id: string) => `${id} questions`,
  allWays: 'More ways',
  toPractice: (id: string) => `to practice ${id}`,
}
