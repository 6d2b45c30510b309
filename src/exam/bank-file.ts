/**
 * Bank files: `content/bank/<certification>.json`, and what import and export exchange. An array of question objects
 * with the field names of the `questions` table. Source: spec §3 and §7, architecture §6.
 *
 * | field                 | shape                                                                                         |
 * |-----------------------|-----------------------------------------------------------------------------------------------|
 * | `id`                  | UUID; stable, so that loading a file twice changes nothing                                    |
 * | `exam_id`             | id of a certification; without it `mb-800`                                                    |
 * | `question_type`       | `single_choice`, `multiple_choice`, `reorder` or `drag_drop`                                  |
 * | `text`, `explanation` | HTML                                                                                          |
 * | `options`             | list of HTML; without it an empty list                                                        |
 * | `correct_answer`      | see below                                                                                     |
 * | `option_explanations` | list of HTML or `null`, one per option: why that option is wrong                              |
 * | `reference`           | https address of the page that proves the key                                                 |
 * | `pairs`               | drag_drop: `{ "left": [HTML], "right": [HTML] }`                                              |
 * | `sequence`            | reorder: option indexes in the right order; stands in for a missing `correct_answer`          |
 * | `case_study_id`       | joins questions to a case study                                                               |
 * | `case_study`          | `{ "title", "content" }` on one question of each `case_study_id`                              |
 * | `created_at`          | ISO time; the order in which a run asks                                                       |
 * | `skill_area`, `skill` | names from the outline of the certification                                                   |
 * | `difficulty`          | 1 recall, 2 decision, 3 several rules together; `null` when not stated                        |
 * | `grounding`           | `{ "repository", "path", "commit", "lines" }` of the page read, lines as `"12-30"`            |
 * | `state`               | `published`, or `draft` for administrators alone; without it `published`                      |
 *
 * `correct_answer` has come in several forms; all of them mean the same:
 *
 * | written                                     | read                |
 * |---------------------------------------------|---------------------|
 * | `["A", "C"]`                                | `['A', 'C']`        |
 * | `"A,C"`, `"A, C"`                           | `['A', 'C']`        |
 * | `"{A,C}"`, `"{\"A\",\"C\"}"`                | `['A', 'C']`        |
 * | `["c", "a"]` on a multiple choice           | `['A', 'C']`        |
 * | `[2, 0, 1]`, `"2,0,1"` on a reorder         | `['2', '0', '1']`   |
 * | `["1=0", "0=1"]` on a drag-and-drop         | `['0=1', '1=0']`    |
 * | `""`, `"{}"`, `[]`, `null`                  | refused: no key     |
 */
import { letterOf, positionOf, questionStates, questionTypes, readPair } from '#exam/question.ts'
import type { Answer, CaseStudy, Pairs, Question, QuestionState, QuestionType } from '#exam/question.ts'

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
  correct_answer: Answer
  explanation: string
  option_explanations: readonly (string | null)[]
  reference: string
  pairs: Pairs | null
  sequence: Answer | null
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

/** Said when a file is JSON but not a list. Source: spec §5, import. */
const notAList = 'Invalid file format. Expected an array of questions.'

/**
 * Reads the parsed JSON of a bank file. Nothing is half-read: one problem refuses the file, and all problems are named.
 * The reader checks shapes; whether a question is any good is for `content-check.ts`.
 */
export function readBankFile(json: unknown): BankFile {
  if (!Array.isArray(json)) return { ok: false, problems: [{ index: -1, field: '', reason: notAList }] }
  const problems: BankProblem[] = []
  const questions: BankQuestion[] = []
  const caseStudies = new Map<string, CaseStudy>()
  const ids = new Set<string>()
  json.forEach((item: unknown, index) => {
    const refuse = (field: string, reason: string) => void problems.push({ index, field, reason })
    if (!isRecord(item)) return refuse('', 'is not an object')
    const question = readQuestion(item, refuse)
    if (ids.has(question.id)) refuse('id', `stands twice in the file: ${question.id}`)
    ids.add(question.id)
    questions.push(question)
    const caseStudy = readCaseStudy(item, refuse)
    if (caseStudy) caseStudies.set(caseStudy.id, caseStudy)
  })
  questions.forEach((question, index) => {
    if (question.caseStudyId === null || caseStudies.has(question.caseStudyId)) return
    problems.push({ index, field: 'case_study_id', reason: `no question of the file holds the case study ${question.caseStudyId}` })
  })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, questions, caseStudies: [...caseStudies.values()] }
}

/** A question as a file holds it. Reading it again gives an equal question. */
export function printItem(question: BankQuestion): BankItem {
  return {
    id: question.id,
    exam_id: question.examId,
    question_type: question.type,
    text: question.text,
    options: question.options,
    correct_answer: question.key,
    explanation: question.explanation,
    option_explanations: question.optionExplanations,
    reference: question.reference,
    pairs: question.pairs,
    sequence: question.type === 'reorder' ? question.key : null,
    case_study_id: question.caseStudyId,
    skill_area: question.skillArea,
    skill: question.skill,
    difficulty: question.difficulty,
    grounding: question.grounding,
    created_at: question.createdAt,
    state: question.state,
  }
}

/** The key in its one form; see the table on top. An empty list when nothing usable was written. */
export function readKey(value: unknown, type: QuestionType): Answer {
  const entries = (Array.isArray(value) ? value : splitKey(value)).map((entry) => String(entry).trim()).filter((entry) => entry !== '')
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
      return entries.map((entry) => entry.toUpperCase()).toSorted()
    case 'reorder':
      return entries
    case 'drag_drop':
      return entries.toSorted((a, b) => (readPair(a)?.left ?? 0) - (readPair(b)?.left ?? 0))
  }
}

/** Why a key cannot be the key of this question, or `undefined` when it can. */
export function keyProblem(question: Pick<Question, 'type' | 'options' | 'pairs' | 'key'>): string | undefined {
  const { type, key, options } = question
  if (key.length === 0) return 'has no key'
  if (new Set(key).size !== key.length) return 'names the same entry twice'
  switch (type) {
    case 'single_choice':
      if (key.length > 1) return 'has more than one letter, but the question is a single choice'
      return letterProblem(key, options)
    case 'multiple_choice':
      return letterProblem(key, options)
    case 'reorder': {
      const stranger = key.find((step) => !/^\d+$/.test(step) || Number(step) >= options.length)
      return stranger === undefined ? undefined : `${stranger} is not the index of an option`
    }
    case 'drag_drop':
      return pairsProblem(key, question.pairs)
  }
}

function letterProblem(key: Answer, options: readonly string[]): string | undefined {
  const stranger = key.find((letter) => positionOf(letter) < 0 || positionOf(letter) >= options.length)
  if (stranger === undefined) return undefined
  return options.length === 0 ? 'the question has no options' : `${stranger} is not among the options A to ${letterOf(options.length - 1)}`
}

function pairsProblem(key: Answer, pairs: Pairs | null): string | undefined {
  if (!pairs) return 'the question has no pairs'
  const read = key.map(readPair)
  if (read.some((pair) => !pair || pair.left >= pairs.left.length || pair.right >= pairs.right.length)) {
    return 'is not a list of left=right indexes into the pairs'
  }
  const lefts = new Set(read.map((pair) => pair?.left))
  const rights = new Set(read.map((pair) => pair?.right))
  if (lefts.size !== pairs.left.length) return 'does not answer every entry of the left side once'
  return rights.size === key.length ? undefined : 'uses an entry of the right side twice'
}

type Refuse = (field: string, reason: string) => void
type Item = Record<string, unknown>

function readQuestion(item: Item, refuse: Refuse): BankQuestion {
  const type = questionTypes.find((known) => known === item['question_type'])
  if (!type) refuse('question_type', `is none of ${questionTypes.join(', ')}`)
  const question: BankQuestion = {
    id: readId(item, refuse),
    examId: item['exam_id'] === undefined ? 'mb-800' : readText(item, 'exam_id', refuse),
    type: type ?? 'single_choice',
    text: readText(item, 'text', refuse),
    options: readTexts(item['options'] ?? [], 'options', refuse),
    pairs: readPairs(item['pairs'], refuse),
    key: readKey(item['correct_answer'] ?? item['sequence'], type ?? 'single_choice'),
    explanation: readText(item, 'explanation', refuse),
    optionExplanations: readOptionExplanations(item['option_explanations'], refuse),
    reference: readText(item, 'reference', refuse),
    skillArea: readText(item, 'skill_area', refuse),
    skill: readText(item, 'skill', refuse),
    difficulty: readDifficulty(item['difficulty'], refuse),
    grounding: readGrounding(item['grounding'], refuse),
    caseStudyId: item['case_study_id'] == null ? null : readText(item, 'case_study_id', refuse),
    createdAt: readTime(item, refuse),
    state: readState(item['state'], refuse),
  }
  const problem = type && keyProblem(question)
  if (problem) refuse('correct_answer', problem)
  return question
}

function readCaseStudy(item: Item, refuse: Refuse): CaseStudy | undefined {
  const value = item['case_study']
  if (value == null) return undefined
  if (!isRecord(value) || typeof item['case_study_id'] !== 'string') {
    refuse('case_study', 'is not an object with title and content beside a case_study_id')
    return undefined
  }
  return { id: item['case_study_id'], title: readText(value, 'title', refuse), content: readText(value, 'content', refuse) }
}

function readId(item: Item, refuse: Refuse): string {
  const id = item['id']
  if (typeof id === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return id.toLowerCase()
  refuse('id', 'is not a UUID')
  return ''
}

function readText(item: Item, field: string, refuse: Refuse): string {
  const value = item[field]
  if (typeof value === 'string' && value.trim() !== '') return value
  refuse(field, 'is empty')
  return ''
}

function readTexts(value: unknown, field: string, refuse: Refuse): string[] {
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string' && entry.trim() !== '')) return value
  refuse(field, 'is not a list of texts')
  return []
}

function readPairs(value: unknown, refuse: Refuse): Pairs | null {
  if (value == null) return null
  if (isRecord(value)) return { left: readTexts(value['left'], 'pairs', refuse), right: readTexts(value['right'], 'pairs', refuse) }
  refuse('pairs', 'is not an object with left and right')
  return null
}

function readOptionExplanations(value: unknown, refuse: Refuse): (string | null)[] {
  if (value == null) return []
  if (Array.isArray(value) && value.every((entry) => entry === null || typeof entry === 'string')) return value
  refuse('option_explanations', 'is not a list of texts or null')
  return []
}

function readDifficulty(value: unknown, refuse: Refuse): number | null {
  if (value == null) return null
  if (value === 1 || value === 2 || value === 3) return value
  refuse('difficulty', 'is not 1, 2 or 3')
  return null
}

function readGrounding(value: unknown, refuse: Refuse): Grounding | null {
  if (value == null) return null
  if (!isRecord(value)) {
    refuse('grounding', 'is not an object')
    return null
  }
  const text = (field: string) => readText(value, field, (_, reason) => refuse(`grounding.${field}`, reason))
  return { repository: text('repository'), path: text('path'), commit: text('commit'), lines: text('lines') }
}

function readState(value: unknown, refuse: Refuse): QuestionState {
  const state = questionStates.find((known) => known === (value ?? 'published'))
  if (!state) refuse('state', `is none of ${questionStates.join(', ')}`)
  return state ?? 'published'
}

function readTime(item: Item, refuse: Refuse): string {
  const value = item['created_at']
  const time = typeof value === 'string' ? new Date(value) : undefined
  if (time && !Number.isNaN(time.getTime())) return time.toISOString()
  refuse('created_at', 'is not an ISO time')
  return ''
}

function splitKey(value: unknown): string[] {
  if (typeof value !== 'string' && typeof value !== 'number') return []
  return String(value)
    .trim()
    .replace(/^\{(.*)\}$/, '$1')
    .replaceAll('"', '')
    .split(',')
}

function isRecord(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
