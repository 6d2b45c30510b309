/**
 * The query in the address of a question paper, which describes the paper so that it can be opened again.
 *
 * | query                       | paper                                                              |
 * |-----------------------------|--------------------------------------------------------------------|
 * | none                        | 20 questions, drawn by the weights of the skill areas              |
 * | `count=50&area=2&draw=3`    | the third draw of 50 questions from the second skill area          |
 * | `questions=4,17,9`          | these questions, by their numbers in the bank, in this order       |
 * | `count=1000`, `questions=x` | an error                                                           |
 * | `language=fr`, `both`       | translated questions in French, or in both languages               |
 */
import { questionLanguages, type QuestionLanguage } from '#exam/question-language.ts'

export const paperLengths = [10, 20, 50, 100] as const
export type PaperLength = (typeof paperLengths)[number]
/** Limits a paper to a size that a browser can print. */
export const paperQuestionsMax = 100
const defaultLength: PaperLength = 20
const drawMax = 999

/** `area` and `numbers` count from 1. Each `draw` is a different random selection of questions, with a different order of the options. */
export type PaperRequest =
  | { readonly kind: 'drawn'; readonly count: PaperLength; readonly area: number | undefined; readonly draw: number }
  | { readonly kind: 'chosen'; readonly numbers: readonly number[] }

/** Reads values of a query, such as `URLSearchParams`. */
type Query = { get: (name: string) => string | null }

/** `undefined` for an invalid query. */
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

/** The language of translated questions; English if the requested language does not exist. */
export function parsePaperLanguage(query: Query): QuestionLanguage {
  return questionLanguages.find((language) => language === query.get('language')) ?? 'en'
}

/** The query of the next draw with the same settings. */
export function nextDraw({ count, area, draw }: PaperRequest & { kind: 'drawn' }, language: QuestionLanguage = 'en'): string {
  const next = `count=${count}${area === undefined ? '' : `&area=${area}`}&draw=${(draw % drawMax) + 1}`
  return language === 'en' ? next : `${next}&language=${language}`
}

function parseNumber(text: string): number | undefined {
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
}
