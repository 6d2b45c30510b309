/**
 * Bank files: `content/bank/<certification>.json`, and what import and export exchange. An array of question objects
 * with the field names of the `questions` table; fields that are not named here are never read. Source: spec §3 and §7,
 * architecture §6.
 *
 * | field                 | shape                                                          | in a file from elsewhere may be              |
 * |-----------------------|----------------------------------------------------------------|----------------------------------------------|
 * | `id`                  | UUID; stable, so that loading a file twice changes nothing     | a number, any text, absent: a UUID is made   |
 * | `exam_id`             | id of a certification; without it `mb-800`                     | in capitals                                  |
 * | `question_type`       | `single_choice`, `multiple_choice`, `reorder` or `drag_drop`   |                                              |
 * | `text`                | HTML                                                           |                                              |
 * | `options`             | list of HTML, at most 26; without it an empty list             |                                              |
 * | `correct_answer`      | see below                                                      |                                              |
 * | `explanation`         | HTML                                                           | absent                                       |
 * | `option_explanations` | list of HTML or `null`, one per option: why that one is wrong  |                                              |
 * | `reference`           | https address of the page that proves the key                  | any http or https address                    |
 * | `pairs`               | drag_drop: `{ "left": [HTML], "right": [HTML] }`               |                                              |
 * | `sequence`            | reorder: option indexes in the right order; stands in for a missing `correct_answer` |                        |
 * | `case_study_id`       | joins questions to a case study                                | a number                                     |
 * | `case_study`          | `{ "title", "content" }` on one question of each `case_study_id` | without an id or a title; the content alone as a text |
 * | `created_at`          | time; the order in which a run asks                            | absent: the time of the import               |
 * | `skill_area`, `skill` | names from the outline of the certification                    | absent                                       |
 * | `difficulty`          | 1 recall, 2 decision, 3 several rules together; `null` when not stated |                                      |
 * | `grounding`           | `{ "repository", "path", "commit", "lines" }` of the page read, lines as `"12-30"` |                          |
 * | `state`               | `published`, or `draft` for administrators alone; without it `published` |                                    |
 *
 * Odd forms that mean the same and are read everywhere; lists and times have more of them in `bank-fields.ts`:
 *
 * | written                                                                    | read                                         |
 * |----------------------------------------------------------------------------|----------------------------------------------|
 * | `question_type`: `"Single Choice"`, `"single-choice"`, `"drag_and_drop"`   | `single_choice`, `single_choice`, `drag_drop` |
 * | `options`: `"[\"a\",\"b\"]"`, `"{a,b}"`                                    | `['a', 'b']`                                 |
 * | `pairs`: `[{ "left": "a", "right": "b" }]`, or JSON as a text              | `{ left: ['a'], right: ['b'] }`              |
 * | `pairs`: `{}`, `[]`, `{ "left": [], "right": [] }`                         | `null`                                       |
 * | `case_study`, `grounding`: JSON as a text, `""`                            | the object, `null`                           |
 * | `difficulty`: `"2"`                                                        | `2`                                          |
 *
 * `correct_answer` has come in several forms; all of them mean the same:
 *
 * | written                                              | read                            |
 * |------------------------------------------------------|---------------------------------|
 * | `["A", "C"]`                                         | `['A', 'C']`                    |
 * | `"A,C"`, `"A, C"`, `"A; C"`, `"A C"`, `["A,C"]`      | `['A', 'C']`                    |
 * | `"{A,C}"`, `"{\"A\",\"C\"}"`, `"[\"A\",\"C\"]"`      | `['A', 'C']`                    |
 * | `["c", "a"]` on a multiple choice                    | `['A', 'C']`                    |
 * | `[2, 0, 1]`, `"2,0,1"`, `"{2,0,1}"` on a reorder     | `['2', '0', '1']`               |
 * | `["1=0", "0 = 1"]` on a drag-and-drop                | `['0=1', '1=0']`                |
 * | `["B", "A"]` or the texts of options on a reorder    | refused: indexes are expected   |
 * | `2` on a choice                                      | refused: letters are expected   |
 * | `""`, `"{}"`, `[]`, `null`                           | refused: no key                 |
 */
import {
  isRecord,
  lengthsMax,
  quoted,
  readJson,
  readName,
  readNeededText,
  readText,
  readTexts,
  readTextsOrNull,
  readTime,
} from '#exam/bank-fields.ts'
import type { RawObject, Refuse } from '#exam/bank-fields.ts'
import { foldText, plainText } from '#exam/plain-text.ts'
import { letterOf, positionOf, questionStates, questionTypes, readPair } from '#exam/question.ts'
import type { AnswerInput, CaseStudy, Pairs, Question, QuestionState, QuestionType } from '#exam/question.ts'

/** Where the page that proves a question was read. `lines` counts from 1, `from-to`. */
export type Grounding = { readonly repository: string; readonly path: string; readonly commit: string; readonly lines: string }

/** A question as the bank keeps it. `createdAt` is an ISO time in UTC. */
export type BankQuestion = Question & {
  readonly examId: string
  readonly difficulty: number | null
  readonly grounding: Grounding | null
  readonly createdAt: string
  readonly state: QuestionState
}

/** One question object of a file, as it is written: `printItem`. The fields are in the table above. */
export type BankItem = {
  id: string
  exam_id: string
  question_type: QuestionType
  text: string
  options: readonly string[]
  correct_answer: AnswerInput
  explanation: string
  option_explanations: readonly (string | null)[]
  reference: string
  pairs: Pairs | null
  sequence: AnswerInput | null
  case_study_id: string | null
  skill_area: string
  skill: string
  difficulty: number | null
  grounding: Grounding | null
  created_at: string
  state: QuestionState
}

/** `index` counts from 0 in the file; -1 speaks of the file as a whole. */
export type BankProblem = { readonly index: number; readonly field: string; readonly reason: string }

export type BankFile =
  | { ok: true; questions: readonly BankQuestion[]; caseStudies: readonly CaseStudy[] }
  | { ok: false; problems: readonly BankProblem[] }

/** What a file from elsewhere need not bring. `makeId` gives the same UUID for the same text. */
export type Fill = { readonly makeId: (text: string) => string; readonly createdAt: string }

/** An item as far as it could be read: the question when nothing spoke against it, otherwise every problem. */
export type ReadItem = {
  readonly question?: BankQuestion
  /** The one that the item brings along, also when the question could not be read. */
  readonly caseStudy?: CaseStudy
  readonly problems: readonly { readonly field: string; readonly reason: string }[]
}

/** Said when a file is JSON but not a list. Source: spec §5, import. */
const notAList = 'Invalid file format. Expected an array of questions.'

/** How much of a case study without a title becomes its title. */
const madeTitleMax = 80

/**
 * Reads the parsed JSON of a bank file of this project, in which every field is there. Nothing is half-read: one problem
 * refuses the file, and all problems are named. The reader checks shapes; whether a question is any good is for
 * `content-check.ts`.
 */
export function readBankFile(json: unknown): BankFile {
  if (!Array.isArray(json)) return { ok: false, problems: [{ index: -1, field: '', reason: notAList }] }
  const items = json.map((item) => readItem(item, undefined))
  const problems = items.flatMap((item, index) => item.problems.map((problem) => ({ index, ...problem })))
  const questions = items.flatMap(({ question }) => question ?? [])
  const caseStudies = new Map(items.flatMap(({ caseStudy }) => (caseStudy ? [[caseStudy.id, caseStudy] as const] : [])))
  const ids = new Set<string>()
  for (const [index, { question }] of items.entries()) {
    if (!question) continue
    if (ids.has(question.id)) problems.push({ index, field: 'id', reason: `stands twice in the file: ${question.id}` })
    ids.add(question.id)
    if (question.caseStudyId === null || caseStudies.has(question.caseStudyId)) continue
    problems.push({ index, field: 'case_study_id', reason: `no question of the file holds the case study ${question.caseStudyId}` })
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, questions, caseStudies: [...caseStudies.values()] }
}

/**
 * Reads one item of a file from elsewhere, in which much may be missing or written in another form; see the tables on
 * top. Whatever is given, the answer is a question or reasons.
 */
export function readBankItem(item: unknown, fill: Fill): ReadItem {
  return readItem(item, fill)
}

/** A question as a file holds it. Reading it again gives an equal question. */
export function printItem(question: BankQuestion): BankItem {
  return {
    id: question.id,
    exam_id: question.examId,
    question_type: question.type,
    text: question.text,
    options: question.options,
    correct_answer: question.answerKey,
    explanation: question.explanation,
    option_explanations: question.optionExplanations,
    reference: question.reference,
    pairs: question.pairs,
    sequence: question.type === 'reorder' ? question.answerKey : null,
    case_study_id: question.caseStudyId,
    skill_area: question.skillArea,
    skill: question.skill,
    difficulty: question.difficulty,
    grounding: question.grounding,
    created_at: question.createdAt,
    state: question.state,
  }
}

/** The key as a text that `readKey` reads back: `A,C`, `2,0,1`, `0=1,1=0`. */
export function keyText({ answerKey: key }: Pick<Question, 'answerKey'>): string {
  return key.join(',')
}

/** The key in its one form; see the table on top. An empty list when nothing usable was written. */
export function readKey(value: unknown, type: QuestionType): AnswerInput {
  const entries = (Array.isArray(value) ? value : [value]).flatMap(splitKey)
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
      return splitWords(entries)
        .map((entry) => entry.toUpperCase())
        .toSorted()
    case 'reorder':
      return splitWords(entries).map(plainNumber)
    case 'drag_drop':
      return entries.map(plainPair).toSorted((a, b) => (readPair(a)?.left ?? 0) - (readPair(b)?.left ?? 0))
  }
}

/** Why a key cannot be the key of this question, or `undefined` when it can. */
export function keyProblem(question: Pick<Question, 'type' | 'options' | 'pairs' | 'answerKey'>): string | undefined {
  const { type, answerKey: key, options } = question
  if (key.length === 0) return 'has no key'
  switch (type) {
    case 'single_choice':
      return letterProblem(key, options) ?? (key.length > 1 ? 'has more than one letter, but the question is a single choice' : undefined)
    case 'multiple_choice':
      return letterProblem(key, options) ?? repetition(key)
    case 'reorder': {
      const stranger = key.find((step) => !/^\d+$/.test(step) || Number(step) >= options.length)
      if (stranger === undefined) return repetition(key)
      return `${quoted(stranger)} is not the index of an option; expected are indexes in the right order, 0 being the first option, such as 2,0,1`
    }
    case 'drag_drop':
      return repetition(key) ?? pairsProblem(key, question.pairs)
  }
}

function repetition(key: AnswerInput): string | undefined {
  return new Set(key).size === key.length ? undefined : 'names the same entry twice'
}

function letterProblem(key: AnswerInput, options: readonly string[]): string | undefined {
  if (options.length === 0) return 'the question has no options'
  const stranger = key.find((letter) => positionOf(letter) < 0 || positionOf(letter) >= options.length)
  if (stranger === undefined) return undefined
  const known = options.length === 1 ? 'the only option A' : `the options A to ${letterOf(options.length - 1)}`
  return positionOf(stranger) < 0 ? `${quoted(stranger)} is not a letter among ${known}` : `${stranger} is not among ${known}`
}

function pairsProblem(key: AnswerInput, pairs: Pairs | null): string | undefined {
  if (!pairs) return 'the question has no pairs'
  const read = key.map(readPair)
  if (read.some((pair) => !pair || pair.left >= pairs.left.length || pair.right >= pairs.right.length)) {
    return 'is not a list of left=right indexes into the pairs, 0 being the first of each side, such as 0=1,1=0'
  }
  const lefts = new Set(read.map((pair) => pair?.left))
  const rights = new Set(read.map((pair) => pair?.right))
  if (lefts.size !== pairs.left.length) return 'does not answer every entry of the left side once'
  return rights.size === key.length ? undefined : 'uses an entry of the right side twice'
}

function splitKey(value: unknown): string[] {
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const entries = String(value)
    .trim()
    .replace(/^[{[](.*)[}\]]$/s, '$1')
    .replaceAll('"', '')
    .split(/[,;]/)
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
}

function splitWords(entries: readonly string[]): string[] {
  return entries.flatMap((entry) => entry.split(/\s+/))
}

function plainNumber(entry: string): string {
  return entry.replace(/^0+(?=\d)/, '')
}

function plainPair(entry: string): string {
  const [, left, right] = /^(\d+)\s*=\s*(\d+)$/.exec(entry) ?? []
  return left && right ? `${plainNumber(left)}=${plainNumber(right)}` : entry
}

/** Without `fill` every field has to be there. */
function readItem(item: unknown, fill: Fill | undefined): ReadItem {
  if (!isRecord(item)) return { problems: [{ field: '', reason: 'is not an object' }] }
  const problems: { field: string; reason: string }[] = []
  const refuse: Refuse = (field, reason) => void problems.push({ field, reason })
  const caseStudy = readCaseStudy(item, fill, refuse)
  // Whole even where the question is not; other questions may refer to it.
  const isWhole = problems.length === 0
  const question = readQuestion(item, caseStudy, fill, refuse)
  // Without what it speaks of, a key is neither right nor wrong.
  const isKeyReadable = !problems.some(({ field }) => ['question_type', 'options', 'pairs'].includes(field))
  const problem = isKeyReadable ? keyProblem(question) : undefined
  if (problem) refuse('correct_answer', problem)
  return { ...(problems.length === 0 && { question }), ...(caseStudy && isWhole && { caseStudy }), problems }
}

function readQuestion(item: RawObject, caseStudy: CaseStudy | undefined, fill: Fill | undefined, refuse: Refuse): BankQuestion {
  const read = fill ? readText : readNeededText
  const examId = readExamId(item['exam_id'], fill, refuse)
  const type = readType(item['question_type'], refuse)
  const key = type ? readKey(item['correct_answer'], type) : []
  return {
    id: readId(item, examId, fill, refuse),
    examId,
    type: type ?? 'single_choice',
    text: readNeededText(item['text'], 'text', lengthsMax.text, refuse),
    options: readOptions(item['options'], type, refuse),
    pairs: readPairs(item['pairs'], refuse),
    answerKey: key.length === 0 && type === 'reorder' ? readKey(item['sequence'], type) : key,
    explanation: read(item['explanation'], 'explanation', lengthsMax.text, refuse),
    optionExplanations: readTextsOrNull(item['option_explanations'], 'option_explanations', optionAt, refuse),
    reference: readNeededText(item['reference'], 'reference', lengthsMax.reference, refuse).trim(),
    skillArea: read(item['skill_area'], 'skill_area', lengthsMax.skill, refuse).trim(),
    skill: read(item['skill'], 'skill', lengthsMax.skill, refuse).trim(),
    difficulty: readDifficulty(item['difficulty'], refuse),
    grounding: readGrounding(item['grounding'], refuse),
    caseStudyId: caseStudy?.id ?? (readName(item['case_study_id'], 'case_study_id', refuse) || null),
    createdAt: readCreatedAt(item['created_at'], fill, refuse),
    state: readState(item['state'], refuse),
  }
}

function readId(item: RawObject, examId: string, fill: Fill | undefined, refuse: Refuse): string {
  const id = readName(item['id'], 'id', refuse)
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return id.toLowerCase()
  const text = typeof item['text'] === 'string' ? item['text'] : ''
  if (fill) return fill.makeId(`${examId} ${id || foldText(plainText(text))}`)
  if (id !== '' || item['id'] == null) refuse('id', 'is not a UUID')
  return ''
}

function readExamId(value: unknown, fill: Fill | undefined, refuse: Refuse): string {
  if (value == null || (fill && value === '')) return 'mb-800'
  return readNeededText(value, 'exam_id', lengthsMax.id, refuse).trim().toLowerCase()
}

function readType(value: unknown, refuse: Refuse): QuestionType | undefined {
  const letters =
    typeof value === 'string'
      ? value
          .toLowerCase()
          .replace(/[^a-z]/g, '')
          .replace('draganddrop', 'dragdrop')
      : ''
  const type = questionTypes.find((known) => known.replace('_', '') === letters)
  if (!type) refuse('question_type', `is none of ${questionTypes.join(', ')}`)
  return type
}

function readOptions(value: unknown, type: QuestionType | undefined, refuse: Refuse): string[] {
  let isRefused = false
  const options = readTexts(value, 'options', optionAt, (field, reason) => {
    isRefused = true
    refuse(field, reason)
  })
  if (!isRefused && options.length === 0 && type && type !== 'drag_drop')
    refuse('options', 'is empty, and the question asks for one of them')
  return options
}

function optionAt(index: number): string {
  return `option ${letterOf(index)}`
}

function readPairs(written: unknown, refuse: Refuse): Pairs | null {
  const value = readJson(written)
  if (value == null) return null
  const sides = Array.isArray(value) ? sidesOf(value) : isRecord(value) ? value : undefined
  if (!sides) {
    refuse('pairs', 'is neither an object with left and right nor a list of such objects')
    return null
  }
  const read = (side: 'left' | 'right') => readTexts(sides[side], 'pairs', (index) => `entry ${index + 1} of the ${side} side`, refuse)
  const [left, right] = [read('left'), read('right')]
  return left.length + right.length === 0 ? null : { left, right }
}

/** A list of `{ left, right }`; a piece that belongs nowhere has only its own side. */
function sidesOf(list: readonly unknown[]): RawObject | undefined {
  const side = (name: string) => list.map((entry) => isRecord(entry) && entry[name]).filter((text) => text != null)
  return list.every(isRecord) ? { left: side('left'), right: side('right') } : undefined
}

function readCaseStudy(item: RawObject, fill: Fill | undefined, refuse: Refuse): CaseStudy | undefined {
  const value = readJson(item['case_study'])
  const written = fill && typeof value === 'string' ? { content: value } : value
  if (written == null) return undefined
  if (!isRecord(written)) {
    refuse('case_study', 'is not an object with title and content')
    return undefined
  }
  const content = readNeededText(written['content'], 'case_study.content', lengthsMax.text, refuse)
  const id = readName(item['case_study_id'] ?? written['id'], 'case_study_id', refuse)
  if (!fill && id === '') refuse('case_study', 'stands without a case_study_id')
  const read = fill ? readText : readNeededText
  const title = read(written['title'], 'case_study.title', lengthsMax.title, refuse).trim() || makeTitle(content)
  return { id: id || (fill?.makeId(`case study ${foldText(plainText(`${title} ${content}`))}`) ?? ''), title, content }
}

/** The beginning of a text, up to the end of a word. */
function makeTitle(html: string): string {
  const words = plainText(html)
  return words.length <= madeTitleMax ? words : `${words.slice(0, madeTitleMax).replace(/\s\S*$/, '')}…`
}

function readDifficulty(value: unknown, refuse: Refuse): number | null {
  if (value == null || value === '') return null
  const difficulty = typeof value === 'string' ? Number(value) : value
  if (difficulty === 1 || difficulty === 2 || difficulty === 3) return difficulty
  refuse('difficulty', 'is not 1, 2 or 3')
  return null
}

function readGrounding(written: unknown, refuse: Refuse): Grounding | null {
  const value = readJson(written)
  if (value == null) return null
  if (!isRecord(value)) {
    refuse('grounding', 'is not an object')
    return null
  }
  const text = (field: string) => readNeededText(value[field], `grounding.${field}`, lengthsMax.grounding, refuse)
  return { repository: text('repository'), path: text('path'), commit: text('commit'), lines: text('lines') }
}

function readState(value: unknown, refuse: Refuse): QuestionState {
  const state = questionStates.find((known) => known === (value ?? 'published'))
  if (!state) refuse('state', `is none of ${questionStates.join(', ')}`)
  return state ?? 'published'
}

function readCreatedAt(value: unknown, fill: Fill | undefined, refuse: Refuse): string {
  if (fill && (value == null || value === '')) return fill.createdAt
  const time = readTime(value)
  if (time === undefined) refuse('created_at', 'is not a time such as 2026-01-31T10:00:00Z')
  return time ?? ''
}
