/**
 * Compares the bank in `content/` with its targets, by certification: number of questions, distribution over skill areas and question
 * types, case studies, coverage of the outline, age of the pages, and answer keys that are easy to guess. `content-check.ts` checks
 * individual questions.
 */
import { parseLineRanges, type BankQuestion } from '#exam/bank-file/index.ts'
import { midWeight, type Certification } from '#exam/certification.ts'
import { checkAnswerKeyBias } from '#exam/content-check.ts'
import { findCourseAddress, findGroundingAddress } from '#exam/grounding-address.ts'
import { createNearDuplicateIndex, wordingOf } from '#exam/near-duplicate.ts'
import type { ExamOutline } from '#exam/outline.ts'
import { ratePageAge } from '#exam/page-age.ts'
import { plainText } from '#exam/plain-text.ts'
import { positionOf, questionTypes, type QuestionType } from '#exam/question.ts'

/**
 * Minimum number of published questions and exact number of case studies, by certification. Other certifications have no target. The minimums of
 * some retired exams are low, because questions whose pages are too old were withdrawn.
 */
export const bankTargets: Readonly<Record<string, { questions: number; caseStudies: number }>> = {
  'mb-800': { questions: 200, caseStudies: 3 },
  'mb-310': { questions: 80, caseStudies: 1 },
  'mb-820': { questions: 80, caseStudies: 1 },
  'mb-230': { questions: 90, caseStudies: 1 },
  'ab-250': { questions: 60, caseStudies: 0 },
  'pl-900': { questions: 100, caseStudies: 0 },
  'ab-410': { questions: 80, caseStudies: 1 },
  'pl-300': { questions: 60, caseStudies: 0 },
  'mb-910': { questions: 40, caseStudies: 0 },
  'mb-920': { questions: 35, caseStudies: 0 },
  'pl-200': { questions: 35, caseStudies: 1 },
  'mb-300': { questions: 25, caseStudies: 0 },
  'mb-210': { questions: 30, caseStudies: 0 },
  'mb-220': { questions: 30, caseStudies: 0 },
  'mb-240': { questions: 20, caseStudies: 0 },
  'pl-600': { questions: 30, caseStudies: 1 },
  'pl-100': { questions: 10, caseStudies: 0 },
}

/** Proportions are checked only for exams that are not retired and have at least this many questions. */
const proportionsQuestionsMin = 20
/** Allowed share of each question type, in percent: among the first four types for each of these, in the whole bank for the others. */
const typeShares: Readonly<Record<QuestionType, readonly [from: number, to: number]>> = {
  single_choice: [48, 62],
  multiple_choice: [20, 30],
  reorder: [7, 15],
  drag_drop: [7, 15],
  statements: [0, 15],
  drop_down: [0, 15],
  solution: [0, 15],
}
/** Allowed deviation of a skill area from its weight: in percentage points, or in questions if the bank is small. */
const areaPointsMax = 5
const areaQuestionsMax = 2
/** Minimum and maximum number of questions in a case study. */
const caseStudySizes = [4, 6] as const
/** Minimum and maximum number of questions in a solution series. */
const seriesSizes = [3, 4] as const
/** A wider range of lines does not show where the proof is. */
const rangeLinesMax = 60
/** Allowed difference between the average lengths of correct and wrong options, in percent. */
const lengthPercentMax = 15

type ObjectiveReport = { id: string; skillArea: string; size: number }
type AreaReport = { name: string; size: number; sharePercent: number; weightPercent: number; skills: number; coveredSkills: number }

export type BankReport = {
  certificationId: string
  /** Number of published questions. The other figures count only these, except where noted; some problems also concern drafts. */
  size: number
  /** Number of drafts, which candidates do not see. */
  drafts: number
  areas: AreaReport[]
  types: Record<QuestionType, number>
  /** Number of questions of difficulty 1, 2, and 3. */
  difficulties: number[]
  /** The number of questions of each case study. */
  caseStudies: number[]
  /** The number of questions of each solution series. */
  series: number[]
  /** How often each letter is the answer key of a single-choice question: `{ A: 12, B: 14 }`. */
  answerKeyLetters: Record<string, number>
  /** Average length of the correct options as a percentage of the average length of the wrong options. */
  answerKeyLengthPercent: number
  /** Number of questions without a page date in their grounding. Only a warning, because some pages state no date. */
  undatedQuestions: number
  /** Ids of questions whose pages are old (see `page-age.ts`). Only warnings, but `refused` questions need a second source. */
  oldPages: { old: string[]; refused: string[] }
  /** Ids of questions that have an objective and cite too wide a range of lines. Only a warning. */
  wideRanges: string[]
  /** The number of questions of each objective, in the order of the outline. Empty without an outline. */
  objectives: ObjectiveReport[]
  /** Questions, including drafts, that name an objective that is not in the outline. This is a problem. */
  orphaned: { id: string; objective: string }[]
  problems: string[]
}

/** `questions` and `outline` belong to `certification`. */
export function createBankReport(
  questions: readonly BankQuestion[],
  certification: Pick<Certification, 'id' | 'status' | 'skillAreas' | 'outlineOf'>,
  outline?: Pick<ExamOutline, 'objectives'>,
): BankReport {
  const published = questions.filter(({ state }) => state === 'published')
  const idsOf = (rating: 'old' | 'refused') =>
    published.filter(({ grounding }) => ratePageAge(grounding, certification.outlineOf) === rating).map(({ id }) => id)
  const counted = {
    certificationId: certification.id,
    size: published.length,
    drafts: questions.length - published.length,
    areas: reportAreas(published, certification),
    types: Object.fromEntries(questionTypes.map((type) => [type, published.filter((one) => one.type === type).length])) as Record<
      QuestionType,
      number
    >,
    difficulties: [1, 2, 3].map((level) => published.filter((one) => one.difficulty === level).length),
    caseStudies: countCaseStudies(published.filter(({ type }) => type !== 'solution')),
    series: countCaseStudies(published.filter(({ type }) => type === 'solution')),
    answerKeyLetters: countBy(published.filter((one) => one.type === 'single_choice').map((one) => one.answerKey[0] ?? '')),
    answerKeyLengthPercent: measureAnswerKeyLength(published),
    undatedQuestions: published.filter(({ grounding }) => grounding?.page_date === undefined).length,
    oldPages: { old: idsOf('old'), refused: idsOf('refused') },
    wideRanges: published.filter((question) => question.objective !== null && hasWideRange(question)).map(({ id }) => id),
    objectives: (outline?.objectives ?? []).map(({ id, skillArea }) => ({
      id,
      skillArea,
      size: published.filter(({ objective }) => objective === id).length,
    })),
    orphaned: findOrphaned(questions, outline),
  }
  return { ...counted, problems: [...findProblems(counted, certification), ...findProblemsOfQuestions(questions)] }
}

/** Empty without an outline, because there are no objectives to compare with. */
function findOrphaned(questions: readonly BankQuestion[], outline: Pick<ExamOutline, 'objectives'> | undefined): BankReport['orphaned'] {
  if (!outline) return []
  const known = new Set(outline.objectives.map(({ id }) => id))
  return questions.flatMap(({ id, objective }) => (objective === null || known.has(objective) ? [] : [{ id, objective }]))
}

/** A text table, followed by the problems. */
export function formatBankReport(report: BankReport): string {
  const { certificationId, size, drafts, areas, types, difficulties, caseStudies, series, answerKeyLetters, problems } = report
  const target = bankTargets[certificationId]
  const width = Math.max(...areas.map(({ name }) => name.length))
  const figure = (value: number) => String(Math.round(value)).padStart(4)
  return [
    `${certificationId.toUpperCase()}: ${size} questions${target ? ` (target: at least ${target.questions})` : ''}${drafts > 0 ? `; drafts: ${drafts}` : ''}`,
    ...areas.map(
      ({ name, size: own, sharePercent, weightPercent, skills, coveredSkills }) =>
        `  ${name.padEnd(width)}${figure(own)} ${own === 1 ? 'question ' : 'questions'}${figure(sharePercent)}% (weight ${Math.round(weightPercent)}%)  ${coveredSkills} of ${skills} skills`,
    ),
    `  Question types: ${questionTypes.map((type) => `${type} ${types[type]}`).join(', ')}`,
    `  Difficulty 1 to 3: ${difficulties.join(', ')}; questions per case study: ${caseStudies.join(', ') || 'none'}; per solution series: ${series.join(', ') || 'none'}`,
    `  Answer keys: ${Object.entries(answerKeyLetters)
      .map(([letter, count]) => `${letter} ${count}`)
      .join(', ')}; correct options are ${Math.round(report.answerKeyLengthPercent)}% as long as wrong ones`,
    ...formatObjectives(report),
    ...listWarnings(report).map((text) => `  Warning: ${text}`),
    ...problems.map((problem) => `  ! ${problem}`),
  ].join('\n')
}

/** How many questions each objective has. Candidates expect at least one. */
function formatObjectives({ objectives, areas }: BankReport): string[] {
  if (objectives.length === 0) return []
  const covered = objectives.filter(({ size }) => size > 0).length
  return [
    `  Objectives: ${covered} of ${objectives.length} have questions`,
    ...areas.map(({ name }) => {
      const own = objectives.filter(({ skillArea }) => skillArea === name)
      return `    ${name}: ${own.map(({ id, size }) => `${id} ${size}`).join(', ') || 'none'}`
    }),
  ]
}

function listWarnings({ size, undatedQuestions, oldPages: { old, refused }, wideRanges, objectives }: BankReport): string[] {
  const without = objectives.filter((objective) => objective.size === 0).map(({ id }) => id)
  const placed = objectives.reduce((sum, objective) => sum + objective.size, 0)
  return [
    ...(undatedQuestions > 0 ? [`${undatedQuestions} of ${size} questions do not have the date of their official page`] : []),
    ...(old.length > 0 ? [`${old.length} questions have a page older than 24 months: ${old.join(', ')}`] : []),
    ...(refused.length > 0
      ? [`${refused.length} questions need a second source for a page older than 48 months: ${refused.join(', ')}`]
      : []),
    ...(wideRanges.length > 0
      ? [`${wideRanges.length} questions cite more than ${rangeLinesMax} lines in a row: ${wideRanges.join(', ')}`]
      : []),
    ...(without.length > 0
      ? [`${without.length === 1 ? '1 objective has' : `${without.length} objectives have`} no question: ${without.join(', ')}`]
      : []),
    ...(objectives.length > 0 && placed < size ? [`${size - placed} of ${size} questions do not name an objective`] : []),
  ]
}

function hasWideRange({ grounding }: BankQuestion): boolean {
  const parts = grounding ? [grounding, ...(grounding.second_source ? [grounding.second_source] : [])] : []
  const ranges = parts.flatMap(({ lines }) => parseLineRanges(lines) ?? [])
  return ranges.some(({ from, to }) => to - from + 1 > rangeLinesMax)
}

/** The weights rarely add up to 100, so each weight is converted to a share of their sum. */
function reportAreas(questions: readonly BankQuestion[], { skillAreas }: Pick<Certification, 'skillAreas'>): AreaReport[] {
  const weights = skillAreas.reduce((sum, area) => sum + midWeight(area), 0)
  return skillAreas.map((area) => {
    const own = questions.filter(({ skillArea }) => skillArea === area.name)
    return {
      name: area.name,
      size: own.length,
      sharePercent: (own.length / Math.max(1, questions.length)) * 100,
      weightPercent: (midWeight(area) / weights) * 100,
      skills: area.skills.length,
      coveredSkills: new Set(own.map(({ skill }) => skill)).size,
    }
  })
}

function findProblems(
  { certificationId, size, areas, types, caseStudies, series, answerKeyLengthPercent: length, orphaned }: Omit<BankReport, 'problems'>,
  { status }: Pick<Certification, 'status'>,
): string[] {
  const target = bankTargets[certificationId]
  const hasProportions = status === 'active' && size >= proportionsQuestionsMin
  return [
    ...(orphaned.length > 0
      ? [
          `${orphaned.length === 1 ? '1 question is' : `${orphaned.length} questions are`} orphaned, because the outline does not have the objective: ${orphaned.map(({ id, objective }) => `${id} (${objective})`).join(', ')}`,
        ]
      : []),
    ...(target && size < target.questions ? [`has ${size} questions; the target is at least ${target.questions}`] : []),
    ...(target && caseStudies.length !== target.caseStudies
      ? [`has ${caseStudies.length} case studies; the target is ${target.caseStudies}`]
      : []),
    ...findSizeProblems('a case study', caseStudies, caseStudySizes),
    ...findSizeProblems('a solution series', series, seriesSizes),
    ...(hasProportions ? areas.flatMap((area) => findAreaProblems(area, size)) : []),
    ...(hasProportions ? questionTypes.flatMap((type) => findTypeProblems(type, types, size)) : []),
    ...(hasProportions && Math.abs(length - 100) > lengthPercentMax
      ? [`correct options are ${Math.round(length)}% as long as wrong ones; the target is 100% ± ${lengthPercentMax}%`]
      : []),
  ]
}

function findSizeProblems(name: string, sizes: readonly number[], [fewest, most]: readonly [number, number]): string[] {
  return sizes.filter((own) => own < fewest || own > most).map((own) => `${name} has ${own} questions; the target is ${fewest} to ${most}`)
}

function findAreaProblems({ name, size, sharePercent, weightPercent, skills, coveredSkills }: AreaReport, total: number): string[] {
  return [
    ...(Math.abs(sharePercent - weightPercent) > Math.max(areaPointsMax, (areaQuestionsMax / total) * 100)
      ? [`${name} has ${Math.round(sharePercent)}% of the questions but ${Math.round(weightPercent)}% of the weight`]
      : []),
    ...(size >= skills && coveredSkills < skills ? [`${name} covers ${coveredSkills} of its ${skills} skills`] : []),
  ]
}

function findTypeProblems(type: QuestionType, types: BankReport['types'], size: number): string[] {
  const [from, to] = typeShares[type]
  const isOther = (one: QuestionType) => one === 'statements' || one === 'drop_down' || one === 'solution'
  const others = questionTypes.filter(isOther).reduce((sum, one) => sum + types[one], 0)
  const share = (types[type] / Math.max(1, isOther(type) ? size : size - others)) * 100
  return share >= from && share <= to ? [] : [`${Math.round(share)}% of the questions are ${type}; the target is ${from}% to ${to}%`]
}

function findProblemsOfQuestions(questions: readonly BankQuestion[]): string[] {
  const index = createNearDuplicateIndex<string>()
  const nearDuplicates = questions.flatMap((question) => {
    const { id } = question
    const duplicate = index.add(wordingOf(question), id)
    return duplicate === undefined ? [] : [`${id} is a near duplicate of ${duplicate}`]
  })
  const misplaced = questions.flatMap(({ id, reference, grounding }) =>
    grounding && findGroundingAddress(grounding) !== reference && findCourseAddress(grounding) === undefined
      ? [`${id} has a reference that is not the page of its grounding: ${reference}`]
      : [],
  )
  return [...checkAnswerKeyBias(questions).map(({ reason }) => reason), ...nearDuplicates, ...misplaced]
}

/** Returns 100 if there is nothing to compare. */
function measureAnswerKeyLength(questions: readonly BankQuestion[]): number {
  const lengths = { key: [] as number[], other: [] as number[] }
  for (const { type, options, answerKey: key } of questions) {
    if (type !== 'single_choice' && type !== 'multiple_choice') continue
    const keys = new Set(key.map(positionOf))
    for (const [i, option] of options.entries()) lengths[keys.has(i) ? 'key' : 'other'].push(plainText(option).length)
  }
  const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
  return lengths.key.length === 0 || lengths.other.length === 0 ? 100 : (mean(lengths.key) / mean(lengths.other)) * 100
}

function countCaseStudies(questions: readonly BankQuestion[]): number[] {
  return Object.values(countBy(questions.flatMap(({ caseStudyId }) => caseStudyId ?? [])))
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values.toSorted()) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
