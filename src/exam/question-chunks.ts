/**
 * The questions of a bank in chunks of about twenty. The id of a question determines its chunk, so an edit changes one chunk, and other
 * questions stay in their chunks until `countChunks` changes. The address of a chunk contains a hash of its content, so the content at an
 * address never changes.
 */
import { questionTypes, type CaseStudy, type Question, type QuestionType } from '#exam/question.ts'
import { seededRandom } from '#exam/random.ts'
import type { DeliveredCaseStudy, DeliveredTranslation } from '#exam/translation.ts'

/** The fields of a question that grading, drawing, and filters need. */
export type IndexedQuestion = Pick<Question, 'id' | 'type' | 'answerKey' | 'skillArea' | 'caseStudyId'> & {
  /** The month of its documentation page or of its objective in the outline, whichever is newer: `2026-03`. */
  readonly newIn?: string
}

/** A part of the bank. The id of a question or case study determines its chunk. */
export type QuestionChunk = { readonly questions: readonly Question[]; readonly caseStudies: readonly CaseStudy[] }

/** What a page knows about a bank before it loads chunks. Small, even if the bank is large. */
export type QuestionBank = {
  readonly certificationId: string
  /** How many published questions there are. */
  readonly size: number
  /** The addresses of the chunks, by position. */
  readonly chunks: readonly string[]
  /** The index itself or, for a large bank, the address of the chunk that contains it. */
  readonly index: BankIndex | string
}

/** What a browser loads when a candidate first switches to a language. `chunks` is empty if the bank has no translation into the language. */
export type BankTranslations = {
  readonly language: string
  /** The addresses of the chunks, by position. A translation is in the chunk with the same position as its question or case study. */
  readonly chunks: readonly string[]
  /** The address of the terms of the exam in this language, a list of `TermPair`. Missing if there are no terms. */
  readonly terms?: string
}

/** The translations of a chunk, in bank order. Questions and case studies without a translation are missing. */
export type TranslationChunk = {
  readonly translations: readonly DeliveredTranslation[]
  readonly caseStudies: readonly DeliveredCaseStudy[]
}

/**
 * How many questions a page contains, and how many are loaded ahead, starting with the current question. Because the page contains
 * questions, the candidate does not have to wait for chunks on a first visit.
 */
export const readyQuestionsCount = 10

/** If a bank has more questions, its index is in a separate chunk. Up to this size, the index is smaller than 10 KB after Brotli compression. */
export const inlineIndexMax = 500

const questionsPerChunk = 22

/** The number of chunks. It is a power of two, so it rarely changes: about once when the bank doubles or halves in size. 0 for an empty bank. */
export function countChunks(size: number): number {
  return size === 0 ? 0 : 2 ** Math.max(0, Math.round(Math.log2(size / questionsPerChunk)))
}

/** The position of the chunk that contains a question or a case study. */
export function chunkPosition(id: string, chunkCount: number): number {
  return Math.floor(seededRandom(id)() * chunkCount)
}

/** The address of a chunk: `/chunks/mb-800/1Zb8…json`. */
export function chunkAddress(certificationId: string, hash: string): string {
  return `/chunks/${certificationId}/${hash}.json`
}

const addressPattern = '/chunks/([a-z]{2}-\\d{3})/[\\w-]{12}\\.json'

/** The certification in the path of a chunk; `undefined` for other paths. */
export function certificationOfChunk(path: string): string | undefined {
  return new RegExp(`^${addressPattern}$`).exec(path)?.[1]
}

/** The addresses of chunks in a text, such as the HTML of a page, in their order. */
export function findChunkAddresses(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(new RegExp(addressPattern, 'g')), ([address]) => address))]
}

/** The address of `BankTranslations`: `/api/banks/mb-800/translations/fr`. */
export function translationsAddress(certificationId: string, language: string): string {
  return `/api/banks/${certificationId}/translations/${language}`
}

/** The certification in an address of `BankTranslations`; `undefined` for other paths. */
export function certificationOfTranslations(path: string): string | undefined {
  return /^\/api\/banks\/([a-z]{2}-\d{3})\/translations\/[a-z]{2}$/.exec(path)?.[1]
}

/** The indexed questions of a bank in bank order, one list per field, because that compresses to half the size. */
export type BankIndex = {
  /** Separated by spaces. */
  readonly ids: string
  /** One letter per question, see `lettersOfTypes`. */
  readonly types: string
  /** The entries of an answer key are separated by commas, the keys by spaces. */
  readonly keys: string
  readonly areas: readonly string[]
  readonly areaOf: readonly number[]
  readonly caseStudies: readonly string[]
  /** -1 for a question without a case study. */
  readonly caseStudyOf: readonly number[]
  /** Missing in data that earlier releases saved. */
  readonly months?: readonly string[]
  /** -1 for a question without a known month. */
  readonly monthOf?: readonly number[]
}

const lettersOfTypes: Readonly<Record<QuestionType, string>> = {
  single_choice: 's',
  multiple_choice: 'm',
  reorder: 'r',
  drag_drop: 'd',
  statements: 'y',
  drop_down: 'f',
  solution: 'g',
}
const typesByLetter = new Map(questionTypes.map((type) => [lettersOfTypes[type], type]))

export function createBankIndex(questions: readonly IndexedQuestion[]): BankIndex {
  const areas = [...new Set(questions.map(({ skillArea }) => skillArea))]
  const caseStudies = [...new Set(questions.flatMap(({ caseStudyId }) => caseStudyId ?? []))]
  const months = [...new Set(questions.flatMap(({ newIn }) => newIn ?? []))]
  return {
    ids: questions.map(({ id }) => id).join(' '),
    types: questions.map(({ type }) => lettersOfTypes[type]).join(''),
    keys: questions.map(({ answerKey }) => answerKey.join(',')).join(' '),
    areas,
    areaOf: questions.map(({ skillArea }) => areas.indexOf(skillArea)),
    caseStudies,
    caseStudyOf: questions.map(({ caseStudyId }) => (caseStudyId === null ? -1 : caseStudies.indexOf(caseStudyId))),
    months,
    monthOf: questions.map(({ newIn }) => (newIn === undefined ? -1 : months.indexOf(newIn))),
  }
}

export function readBankIndex(index: BankIndex): IndexedQuestion[] {
  const { ids, types, keys, areas, areaOf, caseStudies, caseStudyOf, months = [], monthOf = [] } = index
  if (ids === '') return []
  const answerKeys = keys.split(' ')
  return ids.split(' ').map((id, i) => ({
    id,
    type: typesByLetter.get(types.charAt(i)) ?? 'single_choice',
    answerKey: (answerKeys[i] || undefined)?.split(',') ?? [],
    skillArea: areas[areaOf[i] ?? -1] ?? '',
    caseStudyId: caseStudies[caseStudyOf[i] ?? -1] ?? null,
    ...nameMonth(months[monthOf[i] ?? -1]),
  }))
}

function nameMonth(month: string | undefined): Pick<IndexedQuestion, 'newIn'> {
  return month === undefined ? {} : { newIn: month }
}
