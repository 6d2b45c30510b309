/** Certification list and certification page. */
import { counted, day, dollars, monthOfYear, number, shortMonthOfYear } from '#web/text/en/numbers.ts'

/** Adds the site name, unless the title would be longer than search engines show. */
const named = (title: string) => (title.length > 62 ? title : `${title}, Praxam`)

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
    ERP: 'Finance, supply chain, and running a business.',
    CRM: 'Sales, customer service, and field service.',
    'Power Platform': 'Apps, flows, agents, and their data.',
  },
  statusNote: (active: number) =>
    `${active === 0 ? 'None' : active} of these exams can still be taken. The others are retired. You can still practice their questions, and each page names the replacement, if any.`,
  outlineLabel: (id: string) => `Skills measured by ${id}, drawn to scale`,
  questions: (count: number) => counted(count, 'question'),
  active: 'Active',
  activeSince: (date: string) => `Active, skills measured as of ${day(date)}`,
  retired: 'Retired',
  retiredShort: (date: string) => `Retired ${shortMonthOfYear(date)}`,
  retiredOn: (date: string, isApproximate: boolean) => (isApproximate ? `Retired around ${monthOfYear(date)}` : `Retired on ${day(date)}`),

  pageTitle: (id: string, name: string) => named(`${id} ${name}`),
  pageDescription: (id: string, name: string, count: number) =>
    `${id} ${name}: facts with sources, skills measured, and ${counted(count, 'original question')} with explanations.`,
  duration: 'Duration',
  minutes: (count: number) => counted(count, 'minute'),
  passScore: 'Passing score',
  ofThousand: (score: number) => `${number(score)} out of 1,000`,
  price: 'Price',
  dollars: dollars,
  questionCount: 'Questions',
  countRange: (range: string) => range.replace('-', ' to '),
  outlineOf: 'Skills measured as of',
  inOurBank: 'In our bank',
  about: (fact: string) => `about ${fact}`,
  day,
  startPractice: 'Start Practice',
  setExamDate: 'Taking this exam? Set the date and we’ll plan your daily review',
  practiceAnyway: 'Practice anyway',
  resume: (number: number, total: number) => `Resume: question ${number} of ${total}`,
  seeResults: 'See your results',
  retiredTitle: 'This exam is retired',
  retiredText: (id: string, retiredOn: string | null, isApproximate: boolean) =>
    retiredOn === null
      ? `${id} can no longer be taken. We couldn’t confirm when it was retired.`
      : `${id} could be taken until ${isApproximate ? `around ${monthOfYear(retiredOn)}` : day(retiredOn)}.`,
  successor: (successor: string, isApproximate: boolean) =>
    `${isApproximate ? 'Replaced by (as far as we know)' : 'Replaced by'}: ${successor}.`,
  noSuccessor: 'Microsoft hasn’t named a replacement.',
  questionsStay: 'You can still practice its questions here.',
  toScale: 'Skills measured, drawn to scale',
  toScaleText: 'Bar width shows each area’s exam weight.',
  toScaleApproximate: 'Unverified: treat these skill areas and weights as approximate.',
  skillArea: 'Skill area',
  weight: 'Weight',
  weightRange: (min: number, max: number) => (min === max ? `${min}%` : `${min}–${max}%`),
  practiceArea: (area: string) => `Practice ${area}`,
  waysToPractice: 'Ways to practice',
  practice: 'Practice',
  practiceText: (count: number) => `All ${counted(count, 'question')}. Reveal answers as you go.`,
  simulation: 'Simulation',
  simulationText: (questions: number, minutes: number) =>
    `${counted(questions, 'question')} weighted by skill area, ${counted(minutes, 'minute')}, answers at the end.`,
  startSimulation: 'Start Simulation',
  byArea: 'One skill area',
  byAreaText: 'Choose an area below and practice only its questions.',
  mistakes: 'Mistakes review',
  mistakesText: 'Questions you last answered incorrectly.',
  reviewMistakes: 'Review Mistakes',
  customSet: 'Custom set',
  customSetText: 'Pick skill areas, question types and length, or only new questions.',
  sources: 'Where these facts come from',
  showSources: 'Source of each fact',
  sourcesText: (date: string) =>
    `Checked on ${day(date)}. Praxam is not affiliated with Microsoft. If these facts differ from the official page, the official page takes precedence.`,
  officialGuide: 'Official study guide',
  approximateMark: 'approximate',
  facts: {
    name: 'Name',
    type: 'Level',
    status: 'Status',
    retiredOn: 'Retirement date',
    successor: 'Replacement',
    durationMinutes: 'Duration',
    passScore: 'Passing score',
    priceUsd: 'Price',
    questionCount: 'Number of questions',
    outlineOf: 'Date of the skills measured',
    outline: 'Skills measured',
  },
}
