/** The page of a certification. Only this page and links to its ways of practicing load these texts. */
import { day, monthOfYear } from '#web/text/en/figures/dates.ts'
import { counted, dollars, number } from '#web/text/en/numbers.ts'

/** Adds the site name, unless the title would be longer than search engines show. */
const named = (title: string) => (title.length > 62 ? title : `${title}, Praxam`)

export const certificationPage = {
  pageTitle: (id: string, name: string) => named(`${id} ${name}`),
  pageDescription: (id: string, name: string, count: number) =>
    `${id} ${name}: facts with sources, skills measured, and ${counted(count, 'original question')} with explanations.`,
  takingIt: 'Taking this exam? Set the date and we’ll plan your daily review',
  duration: 'Duration',
  minutes: (count: number) => counted(count, 'minute'),
  passScore: 'Passing score',
  ofThousand: (score: number) => `${number(score)} out of 1,000`,
  price: 'Price',
  dollars: dollars,
  questionCount: 'Questions',
  areaSize: number,
  countRange: (range: string) => range.replace('-', ' to '),
  outlineOf: 'Skills measured as of',
  languages: 'Languages',
  /** The text of `content/certifications.json`. */
  listedLanguages: (languages: string) => languages,
  inFrench: 'In French',
  isInFrench: { yes: 'Offered in French', no: 'Not offered in French', unknown: 'We couldn’t confirm it' },
  practiceAssessment: 'Official practice assessment',
  hasPracticeAssessment: {
    yes: 'Listed on the exam page; we haven’t reviewed it',
    no: 'None shown on the exam page',
    unknown: 'Not checked',
  },
  unconfirmed: (fact: string) => `${fact} (not confirmed)`,
  notFound: 'We couldn’t confirm them',
  inOurBank: 'In our bank',
  about: (fact: string) => `about ${fact}`,
  retiredTitle: 'This exam is retired',
  retiredText: (id: string, retiredOn: string | null, isApproximate: boolean) =>
    retiredOn === null
      ? `${id} can no longer be taken. We couldn’t confirm when it was retired.`
      : `${id} was available until ${isApproximate ? `around ${monthOfYear(retiredOn)}` : day(retiredOn)}.`,
  successor: (successor: string, isApproximate: boolean) =>
    isApproximate ? `Closest current exam (our suggestion, not an official replacement): ${successor}.` : `Replaced by: ${successor}.`,
  noSuccessor: 'We found no replacement.',
  questionsStay: 'You can still practice its questions here.',
  toScale: 'Skills measured, drawn to scale',
  toScaleText: 'The width of each bar shows the area’s weight on the exam.',
  toScaleApproximate: 'Unverified: treat these skill areas and weights as approximate.',
  objectivesApproximate: 'We couldn’t read the official list: treat the objectives as approximate.',
  objectivesText: (version: string, effectiveOn: string | null) =>
    `Open an area to read its objectives, in our words, from the outline of ${day(version)}${effectiveOn ? `, effective ${day(effectiveOn)}` : '. We couldn’t confirm when it took effect'}.`,
  coverage: (count: number) => (count === 0 ? 'no questions yet' : counted(count, 'question')),
  sources: 'Where these facts come from',
  showSources: 'Source of each fact',
  sourcesText: (date: string) =>
    `Checked on ${day(date)}. Praxam is not affiliated with Microsoft. If these facts differ from the official page, the official page takes precedence.`,
  readOn: (date: string) => `, read on ${day(date)}`,
  checkedOn: (date: string) => `, checked on ${day(date)}`,
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
    languages: 'Languages',
    inFrench: 'In French',
    practiceAssessment: 'Official practice assessment',
    outlineOf: 'Skills measured as of',
    outline: 'Skills measured',
  },
}
