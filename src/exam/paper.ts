/**
 * Question papers: sets of questions to print, with an answer key. The query of the address describes a paper, so that it can be
 * opened again.
 *
 * | query                       | paper                                                              |
 * |-----------------------------|--------------------------------------------------------------------|
 * | none                        | 20 questions, drawn by the weights of the skill areas              |
 * | `count=50&area=2&draw=3`    | the third draw of 50 questions from the second skill area          |
 * | `questions=4,17,9`          | these questions, by their numbers in the bank, in this order       |
 * | `count=1000`, `questions=x` | an error                                                           |
 */
import type { SkillArea } from '#exam/certification.ts'
import { showQuestion } from '#exam/option-order.ts'
import type { Question } from '#exam/question.ts'
import { seededRandom } from '#exam/random.ts'
import { drawQuestions } from '#exam/simulation.ts'

export const paperLengths = [10, 20, 50, 100] as const
export type PaperLength = (typeof paperLengths)[number]
/** Limits a paper to a size that a browser can print. */
export const paperQuestionsMax = 100
const defaultLength: PaperLength = 20
const drawMax = 999

/** `area` and `numbers` count from 1. `draw` selects different questions and a different order of the options. */
export type PaperRequest =
  | { readonly kind: 'drawn'; readonly count: PaperLength; readonly area: number | undefined; readonly draw: number }
  | { readonly kind: 'chosen'; readonly numbers: readonly number[] }

/** Values of a query, such as `URLSearchParams`. */
type Query = { get: (name: string) => string | null }

/** `undefined` for a query that describes no paper. */
export function parsePaperRequest(query: Query): PaperRequest | undefined {
  const questions = query.get('questions')
  if (questions !== null) {
    const numbers = [...new Set(questions.split(',').map(parseNumber))]
    return numbers.length <= paperQuestionsMax && numbers.every((number) => number !== undefined) ? { kind: 'chosen', numbers } : undefined
  }
  const count = paperLengths.find((length) => String(length) === (query.get('count') ?? String(defaultLength)))
  const area = query.get('area') ? parseNumber(query.get('area') ?? '') : null
  const draw = parseNumber(query.get('draw') ?? '1')
  if (count === undefined || area === undefined || draw === undefined || draw > drawMax) return undefined
  return { kind: 'drawn', count, area: area ?? undefined, draw }
}

type DrawableQuestion = Pick<Question, 'id' | 'skillArea' | 'caseStudyId'>

/**
 * The questions of a paper. Case studies stay together. Numbers without a question are left out. Empty for an area that the outline
 * does not have. `questions` are those of the bank, in its order.
 */
export function drawPaper<Drawn extends DrawableQuestion>(
  questions: readonly Drawn[],
  areas: readonly Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'>[],
  request: PaperRequest,
): Drawn[] {
  if (request.kind === 'chosen') return groupByCase(request.numbers.flatMap((number) => questions[number - 1] ?? []))
  const { count, area, draw } = request
  const areaName = area === undefined ? undefined : areas[area - 1]?.name
  if (area !== undefined && areaName === undefined) return []
  const eligible = areaName === undefined ? questions : questions.filter(({ skillArea }) => skillArea === areaName)
  return drawQuestions(eligible, areas, count, seededRandom(seedOf(draw)))
}

/** A question as the paper shows it: a draw shuffles the options, and chosen questions have the order of the bank. */
export function showOnPaper(question: Question, request: PaperRequest): Question {
  return request.kind === 'drawn' ? showQuestion(question, seedOf(request.draw)) : question
}

function seedOf(draw: number): string {
  return `paper ${draw}`
}

/** The query of the next draw with the same options. */
export function nextDraw({ count, area, draw }: PaperRequest & { kind: 'drawn' }): string {
  return `count=${count}${area === undefined ? '' : `&area=${area}`}&draw=${(draw % drawMax) + 1}`
}

function parseNumber(text: string): number | undefined {
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
}

/** Moves the questions of a case study to its first question. */
function groupByCase<Drawn extends DrawableQuestion>(questions: readonly Drawn[]): Drawn[] {
  return questions.flatMap((question, i) => {
    const { caseStudyId } = question
    if (caseStudyId === null) return [question]
    const isFirst = questions.findIndex((other) => other.caseStudyId === caseStudyId) === i
    return isFirst ? questions.filter((other) => other.caseStudyId === caseStudyId) : []
  })
}
