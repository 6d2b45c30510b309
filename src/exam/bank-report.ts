/**
 * What the bank that comes with the project has of each certification, against what it is meant to have: how many
 * questions, spread as the outline weighs, in which forms, and whether the keys give themselves away.
 *
 * What speaks against a single question is the matter of `content-check.ts`.
 */
import type { BankQuestion, Grounding } from '#exam/bank-file/index.ts'
import { weightOf } from '#exam/certification.ts'
import type { Certification } from '#exam/certification.ts'
import { checkKeyBias } from '#exam/content-check.ts'
import { makeNearIndex } from '#exam/near-duplicate.ts'
import { plainText } from '#exam/plain-text.ts'
import { positionOf, questionTypes } from '#exam/question.ts'
import type { QuestionType } from '#exam/question.ts'

/** Fewest questions of a certification, and exactly how many case studies. Those that are not named here need none. */
export const bankTargets: Readonly<Record<string, { questions: number; caseStudies: number }>> = {
  'mb-800': { questions: 200, caseStudies: 3 },
  'mb-230': { questions: 80, caseStudies: 1 },
  'pl-900': { questions: 80, caseStudies: 0 },
  'mb-910': { questions: 40, caseStudies: 0 },
  'mb-920': { questions: 40, caseStudies: 0 },
  'pl-200': { questions: 40, caseStudies: 1 },
  'mb-300': { questions: 30, caseStudies: 0 },
  'mb-210': { questions: 30, caseStudies: 0 },
  'mb-220': { questions: 30, caseStudies: 0 },
  'mb-240': { questions: 30, caseStudies: 0 },
  'pl-600': { questions: 30, caseStudies: 1 },
  'pl-100': { questions: 20, caseStudies: 0 },
}

/** From this many questions on, a bank is large enough to have proportions. */
const proportionsFrom = 20
/** Share of each form in percent, from–to. */
const typeShares: Readonly<Record<QuestionType, readonly [from: number, to: number]>> = {
  single_choice: [48, 62],
  multiple_choice: [20, 30],
  reorder: [7, 15],
  drag_drop: [7, 15],
}
/** How far an area may be from what its weight asks: percent of the bank or, in a small one, questions. */
const areaPointsMax = 5
const areaQuestionsMax = 2
/** Questions that share one case study. */
const caseStudySizes = [4, 6] as const
/** How much longer or shorter keys may be on average than what stands beside them, in percent. */
const lengthPercentMax = 15

type AreaReport = { name: string; size: number; sharePercent: number; weightPercent: number; skills: number; skillsAsked: number }

export type BankReport = {
  certificationId: string
  size: number
  areas: AreaReport[]
  types: Record<QuestionType, number>
  /** Questions of difficulty 1, 2 and 3. */
  difficulties: number[]
  /** Questions of each case study. */
  caseStudies: number[]
  /** Where the keys of single choices stand: `{ A: 12, B: 14 }`. */
  keyLetters: Record<string, number>
  /** Average length of the keys of choices in percent of that of the other options. */
  keyLengthPercent: number
  problems: string[]
}

/** `certification` is the one that all the questions are about. */
export function reportBank(questions: readonly BankQuestion[], certification: Pick<Certification, 'id' | 'skillAreas'>): BankReport {
  const areas = reportAreas(questions, certification)
  const counted = {
    certificationId: certification.id,
    size: questions.length,
    areas,
    types: Object.fromEntries(questionTypes.map((type) => [type, questions.filter((one) => one.type === type).length])) as Record<
      QuestionType,
      number
    >,
    difficulties: [1, 2, 3].map((level) => questions.filter((one) => one.difficulty === level).length),
    caseStudies: Object.values(countBy(questions.flatMap(({ caseStudyId }) => caseStudyId ?? []))),
    keyLetters: countBy(questions.filter((one) => one.type === 'single_choice').map((one) => one.answerKey[0] ?? '')),
    keyLengthPercent: keyLengthPercent(questions),
  }
  return { ...counted, problems: [...findProblems(counted), ...findProblemsOfQuestions(questions)] }
}

/** A table for people, with the problems below it. */
export function printReport(report: BankReport): string {
  const { certificationId, size, areas, types, difficulties, caseStudies, keyLetters, problems } = report
  const target = bankTargets[certificationId]
  const width = Math.max(...areas.map(({ name }) => name.length))
  const figure = (value: number) => String(Math.round(value)).padStart(4)
  return [
    `${certificationId.toUpperCase()}: ${size} questions${target ? ` of at least ${target.questions}` : ''}`,
    ...areas.map(
      ({ name, size: own, sharePercent, weightPercent, skills, skillsAsked }) =>
        `  ${name.padEnd(width)}${figure(own)}${figure(sharePercent)} % of ${figure(weightPercent).trim()} %  skills ${skillsAsked} of ${skills}`,
    ),
    `  ${questionTypes.map((type) => `${type} ${types[type]}`).join(', ')}`,
    `  difficulty 1–3: ${difficulties.join(', ')}; case studies of ${caseStudies.join(', ') || 'none'}`,
    `  keys at ${Object.entries(keyLetters)
      .map(([letter, count]) => `${letter} ${count}`)
      .join(', ')}; ${Math.round(report.keyLengthPercent)} % as long as other options`,
    ...problems.map((problem) => `  ! ${problem}`),
  ].join('\n')
}

/**
 * Address of the page that a grounding names, `undefined` for a repository without a rule.
 * `{ repository: 'MicrosoftDocs/powerquery-docs', path: 'powerquery-docs/merge.md' }` → `https://learn.microsoft.com/en-us/power-query/merge`
 */
export function addressOfGrounding({ repository, path }: Pick<Grounding, 'repository' | 'path'>): string | undefined {
  const [, folder = '', address = ''] = addressRules.find((rule) => rule[0] === repository && path.startsWith(rule[1])) ?? []
  if (folder === '' || !path.endsWith('.md')) return undefined
  return `https://learn.microsoft.com/en-us/${address}${path.slice(folder.length, -'.md'.length)}`
}

/** A repository, a folder in it, and where the pages of the folder are published. */
const addressRules: readonly (readonly [repository: string, folder: string, address: string])[] = [
  ['MicrosoftDocs/dynamics365smb-docs', 'business-central/', 'dynamics365/business-central/'],
  ['MicrosoftDocs/dynamics365smb-devitpro-pb', 'dev-itpro/', 'dynamics365/business-central/dev-itpro/'],
  ['MicrosoftDocs/customer-insights', 'ci-docs/', 'dynamics365/customer-insights/'],
  ['MicrosoftDocs/power-pages-docs', 'power-pages-docs/', 'power-pages/'],
  ['MicrosoftDocs/dynamics365-guidance', 'guidance/', 'dynamics365/guidance/'],
  ['MicrosoftDocs/dynamics-365-contact-center', 'contact-center/', 'dynamics365/contact-center/'],
  ['MicrosoftDocs/dynamics-365-project-operations', 'articles/', 'dynamics365/project-operations/'],
  ['MicrosoftDocs/powerquery-docs', 'powerquery-docs/', 'power-query/'],
  ['MicrosoftDocs/dynamics-365-unified-operations-public', 'articles/', 'dynamics365/'],
  // Pieces that are published as part of a page of another name.
  ['MicrosoftDocs/dynamics-365-customer-engagement', 'ce/shared/urs/fulfillment-pref', 'dynamics365/field-service/set-up-time-groups'],
  [
    'MicrosoftDocs/dynamics-365-customer-engagement',
    'ce/shared/urs/use-schedule-board',
    'dynamics365/field-service/work-with-schedule-board',
  ],
  ['MicrosoftDocs/dynamics-365-customer-engagement', 'ce/shared/urs/', 'dynamics365/field-service/'],
  ['MicrosoftDocs/dynamics-365-customer-engagement', 'ce/', 'dynamics365/'],
  ['MicrosoftDocs/powerapps-docs', 'powerapps-docs/', 'power-apps/'],
  ['MicrosoftDocs/power-platform', 'power-platform/', 'power-platform/'],
  ['MicrosoftDocs/power-automate-docs', 'articles/', 'power-automate/'],
  ['MicrosoftDocs/m365copilot-docs', 'docs/', 'microsoft-365/copilot/extensibility/'],
  ['MicrosoftDocs/microsoft-365-docs', 'microsoft-365/', 'microsoft-365/'],
  ['MicrosoftDocs/microsoft-365-docs', 'copilot/', 'microsoft-365/copilot/'],
]

/** Weights as published rarely add up to 100; what counts is their share of the whole. */
function reportAreas(questions: readonly BankQuestion[], { skillAreas }: Pick<Certification, 'skillAreas'>): AreaReport[] {
  const weights = skillAreas.reduce((sum, area) => sum + weightOf(area), 0)
  return skillAreas.map((area) => {
    const own = questions.filter(({ skillArea }) => skillArea === area.name)
    return {
      name: area.name,
      size: own.length,
      sharePercent: (own.length / Math.max(1, questions.length)) * 100,
      weightPercent: (weightOf(area) / weights) * 100,
      skills: area.skills.length,
      skillsAsked: new Set(own.map(({ skill }) => skill)).size,
    }
  })
}

function findProblems({
  certificationId,
  size,
  areas,
  types,
  caseStudies,
  keyLengthPercent: length,
}: Omit<BankReport, 'problems'>): string[] {
  const target = bankTargets[certificationId]
  const hasProportions = size >= proportionsFrom
  const [fewest, most] = caseStudySizes
  return [
    ...(target && size < target.questions ? [`has ${size} questions; at least ${target.questions} are due`] : []),
    ...(target && caseStudies.length !== target.caseStudies
      ? [`has ${caseStudies.length} case studies; ${target.caseStudies} are due`]
      : []),
    ...caseStudies
      .filter((own) => own < fewest || own > most)
      .map((own) => `a case study has ${own} questions; ${fewest} to ${most} may share one`),
    ...(hasProportions ? areas.flatMap((area) => findAreaProblems(area, size)) : []),
    ...(hasProportions ? questionTypes.flatMap((type) => findTypeProblems(type, types[type], size)) : []),
    ...(hasProportions && Math.abs(length - 100) > lengthPercentMax
      ? [`keys are ${Math.round(length)} % as long as other options; at most ${lengthPercentMax} % more or less may be`]
      : []),
  ]
}

function findAreaProblems({ name, size, sharePercent, weightPercent, skills, skillsAsked }: AreaReport, total: number): string[] {
  return [
    ...(Math.abs(sharePercent - weightPercent) > Math.max(areaPointsMax, (areaQuestionsMax / total) * 100)
      ? [`${name} has ${Math.round(sharePercent)} % of the questions and ${Math.round(weightPercent)} % of the weight`]
      : []),
    ...(size >= skills && skillsAsked < skills ? [`${name} asks for ${skillsAsked} of its ${skills} skills`] : []),
  ]
}

function findTypeProblems(type: QuestionType, count: number, size: number): string[] {
  const [from, to] = typeShares[type]
  const share = (count / size) * 100
  return share >= from && share <= to ? [] : [`${Math.round(share)} % are ${type}; ${from} to ${to} % may be`]
}

function findProblemsOfQuestions(questions: readonly BankQuestion[]): string[] {
  const index = makeNearIndex<string>()
  const alike = questions.flatMap(({ id, text, options, pairs }) => {
    const twin = index.add({ text, choices: [...options, ...(pairs?.left ?? []), ...(pairs?.right ?? [])] }, id)
    return twin === undefined ? [] : [`${id} says nearly the same as ${twin}`]
  })
  const misplaced = questions.flatMap(({ id, reference, grounding }) =>
    grounding && addressOfGrounding(grounding) !== reference
      ? [`${id} refers to another page than the one that proves it: ${reference}`]
      : [],
  )
  return [...checkKeyBias(questions).map(({ reason }) => reason), ...alike, ...misplaced]
}

/** 100 when keys are as long as other options; also when there is nothing to compare. */
function keyLengthPercent(questions: readonly BankQuestion[]): number {
  const lengths = { key: [] as number[], other: [] as number[] }
  for (const { type, options, answerKey: key } of questions) {
    if (type !== 'single_choice' && type !== 'multiple_choice') continue
    const keys = new Set(key.map(positionOf))
    for (const [i, option] of options.entries()) lengths[keys.has(i) ? 'key' : 'other'].push(plainText(option).length)
  }
  const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
  return lengths.key.length === 0 || lengths.other.length === 0 ? 100 : (mean(lengths.key) / mean(lengths.other)) * 100
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values.toSorted()) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
