/**
 * Reads bank files: `content/bank/<certification>.json`, and the JSON files of imports and exports. A bank file is an
 * array of question objects with the field names of the `questions` table. Other fields are ignored. Source: spec §3 and §7,
 * architecture §6.
 *
 * | field                 | shape                                                          | an imported file may also have               |
 * |-----------------------|----------------------------------------------------------------|----------------------------------------------|
 * | `id`                  | UUID; stable, so that loading a file twice changes nothing     | a number, any text, none: a UUID is derived  |
 * | `exam_id`             | certification id in any case; default `mb-800`                 | `""`: the default                            |
 * | `question_type`       | `single_choice`, `multiple_choice`, `reorder`, `drag_drop`, `statements`, `drop_down` or `solution` |         |
 * | `text`                | HTML                                                           |                                              |
 * | `options`             | list of HTML, at most 26; the statements of `statements`; empty for `drag_drop`, `drop_down` and `solution` |    |
 * | `correct_answer`      | see below                                                      |                                              |
 * | `explanation`         | HTML                                                           | none                                         |
 * | `option_explanations` | list of HTML or `null`, one per option: why that option is wrong, or why a statement is true or not |         |
 * | `reference`           | https address of the page that proves the answer key           | any http or https address                    |
 * | `pairs`               | drag_drop: `{ "left": [HTML], "right": [HTML] }`               |                                              |
 * | `completion`          | drop_down: content, form, and blanks, see `completion.ts`      |                                              |
 * | `sequence`            | reorder: option indexes in the correct order; used when `correct_answer` is missing |                         |
 * | `case_study_id`       | the case study of the question; solution: the series, whose content is the scenario |                         |
 * | `case_study`          | `{ "title", "content" }` on one question of each `case_study_id` | no id, no title, or only the content as text |
 * | `created_at`          | time; questions are shown in this order                        | none: the time of the import                 |
 * | `skill_area`, `skill` | names from the outline of the certification                    | none                                         |
 * | `objective`           | id from `content/outlines/<certification>.json`; default `null` |                                              |
 * | `difficulty`          | 1 recall, 2 decision, 3 several rules combined; or `null`      |                                              |
 * | `grounding`           | `{ "repository", "path", "commit", "lines" }` of the source page and optional fields, see `grounding.ts`; or `null` |  |
 * | `state`               | `published` (default), or `draft`, which only administrators see |                                            |
 *
 * Equivalent spellings, accepted in every file. `fields.ts` has the spellings of lists and times:
 *
 * | written                                                                    | parsed                                       |
 * |----------------------------------------------------------------------------|----------------------------------------------|
 * | `question_type`: `"Single Choice"`, `"single-choice"`, `"drag_and_drop"`   | `single_choice`, `single_choice`, `drag_drop` |
 * | `options`: `"[\"a\",\"b\"]"`, `"{a,b}"`                                    | `['a', 'b']`                                 |
 * | `pairs`: `[{ "left": "a", "right": "b" }]`, or JSON text                   | `{ left: ['a'], right: ['b'] }`              |
 * | `pairs`: `{}`, `[]`, `{ "left": [], "right": [] }`                         | `null`                                       |
 * | `case_study`, `grounding`: JSON text, `""`                                 | the object, `null`                           |
 * | `difficulty`: `"2"`                                                        | `2`                                          |
 * | `case_study_id`: `7`                                                       | `'7'`                                        |
 *
 * Equivalent spellings of `correct_answer`:
 *
 * | written                                              | parsed                          |
 * |------------------------------------------------------|---------------------------------|
 * | `["A", "C"]`                                         | `['A', 'C']`                    |
 * | `"A,C"`, `"A, C"`, `"A; C"`, `"A C"`, `["A,C"]`      | `['A', 'C']`                    |
 * | `"{A,C}"`, `"{\"A\",\"C\"}"`, `"[\"A\",\"C\"]"`      | `['A', 'C']`                    |
 * | `["c", "a"]` for multiple choice                     | `['A', 'C']`                    |
 * | `[2, 0, 1]`, `"2,0,1"`, `"{2,0,1}"` for reorder      | `['2', '0', '1']`               |
 * | `["1=0", "0 = 1"]` for drag-and-drop                 | `['0=1', '1=0']`                |
 * | `["Yes", "no"]`, `"yes,no"` for statements           | `['yes', 'no']`, one per statement |
 * | `[1, 0]`, `"1,0"` for drop-down                      | `['1', '0']`, one choice per blank |
 * | `"no"`, `["no"]` for solution                        | `['no']`                        |
 * | `["B", "A"]` or option texts for reorder             | error: indexes are expected     |
 * | `2` for a choice                                     | error: letters are expected     |
 * | `""`, `"{}"`, `[]`, `null`                           | error: the answer key is missing |
 */
import { findAnswerKeyProblem, parseAnswerKey } from '#exam/bank-file/answer-key.ts'
import { parseCompletion } from '#exam/bank-file/completion.ts'
import { parseGrounding, type Grounding } from '#exam/bank-file/grounding.ts'
import {
  isRecord,
  lengthsMax,
  parseName,
  parseOptionalTexts,
  parseRequiredText,
  parseText,
  type RawObject,
  type ReportProblem,
} from '#exam/bank-file/fields.ts'
import {
  nameOption,
  parseCaseStudy,
  parseCreatedAt,
  parseDifficulty,
  parseOptions,
  parsePairs,
  parseState,
  parseType,
  type ItemDefaults,
} from '#exam/bank-file/question-fields.ts'
import { foldText, plainText } from '#exam/plain-text.ts'
import type { CaseStudy, Question, QuestionState } from '#exam/question.ts'

/** A question with the fields that only administrators need. `createdAt` is an ISO time in UTC. */
export type BankQuestion = Question & {
  readonly examId: string
  /** Id of an objective in the outline of the exam; `null` if the question does not name an objective. */
  readonly objective: string | null
  readonly difficulty: number | null
  readonly grounding: Grounding | null
  readonly createdAt: string
  readonly state: QuestionState
}

/** `index` counts from 0 in the file; -1 means the whole file. */
export type BankFileProblem = { readonly index: number; readonly field: string; readonly reason: string }

export type BankFile =
  | { ok: true; questions: readonly BankQuestion[]; caseStudies: readonly CaseStudy[] }
  | { ok: false; problems: readonly BankFileProblem[] }

/** `question` is set if the item has no problems. `reason` is a sentence fragment that fits after "field: ". */
export type ParsedItem = {
  readonly question?: BankQuestion
  /** The case study in the item, if it is valid; it can be set when `question` is not. */
  readonly caseStudy?: CaseStudy
  readonly problems: readonly { readonly field: string; readonly reason: string }[]
}

/** The error for JSON that is not a list. Source: spec §5, import. */
export const notAList = 'Invalid file format. Expected an array of questions.'

/**
 * Parses a bank file of this project, without the defaults for imported files. A single problem rejects the whole file, and all problems are
 * listed. Checks shapes, repeated ids, and missing case studies; `content-check.ts` checks the content.
 */
export function parseBankFile(json: unknown): BankFile {
  if (!Array.isArray(json)) return { ok: false, problems: [{ index: -1, field: '', reason: notAList }] }
  const items = json.map((item) => parseBankItem(item))
  const problems = items.flatMap((item, index) => item.problems.map((problem) => ({ index, ...problem })))
  const questions = items.flatMap(({ question }) => question ?? [])
  const caseStudies = new Map(items.flatMap(({ caseStudy }) => (caseStudy ? [[caseStudy.id, caseStudy] as const] : [])))
  const ids = new Set<string>()
  for (const [index, { question }] of items.entries()) {
    if (!question) continue
    if (ids.has(question.id)) problems.push({ index, field: 'id', reason: `appears twice in the file: ${question.id}` })
    ids.add(question.id)
    if (question.caseStudyId === null || caseStudies.has(question.caseStudyId)) continue
    problems.push({ index, field: 'case_study_id', reason: `no question in the file contains the case study ${question.caseStudyId}` })
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, questions, caseStudies: [...caseStudies.values()] }
}

/**
 * The ids in an item, and its case study if that is valid, so that a caller can look them up before it parses the item. `undefined` if the
 * item is not an object.
 */
export function parseItemReferences(item: unknown, defaults: ItemDefaults) {
  if (!isRecord(item)) return undefined
  let hasProblem = false
  const report = () => void (hasProblem = true)
  const parsed = parseCaseStudy(item, defaults, report)
  const caseStudy = hasProblem ? undefined : parsed
  const examId = parseExamId(item['exam_id'], defaults, report)
  const caseStudyId = caseStudy?.id ?? (parseName(item['case_study_id'], 'case_study_id', report) || null)
  return { id: parseId(item, examId, defaults, report), examId, caseStudyId, caseStudy }
}

/**
 * Parses one item. With `defaults`, for imported files, fields may be missing, an id need not be a UUID, and a case study may be plain text.
 * Never throws.
 */
export function parseBankItem(item: unknown, defaults?: ItemDefaults): ParsedItem {
  if (!isRecord(item)) return { problems: [{ field: '', reason: 'is not an object' }] }
  const problems: { field: string; reason: string }[] = []
  const report: ReportProblem = (field, reason) => void problems.push({ field, reason })
  const caseStudy = parseCaseStudy(item, defaults, report)
  // Other questions may refer to a valid case study, even if this question is invalid.
  const isCaseStudyValid = problems.length === 0
  const question = parseQuestion(item, caseStudy, defaults, report)
  // The answer key cannot be checked without the fields that it refers to.
  const canCheckKey = !problems.some(({ field }) => ['question_type', 'options', 'pairs', 'completion'].includes(field))
  const keyProblem = canCheckKey ? findAnswerKeyProblem(question) : undefined
  if (keyProblem) report('correct_answer', keyProblem)
  return { ...(problems.length === 0 && { question }), ...(caseStudy && isCaseStudyValid && { caseStudy }), problems }
}

function parseQuestion(
  item: RawObject,
  caseStudy: CaseStudy | undefined,
  defaults: ItemDefaults | undefined,
  report: ReportProblem,
): BankQuestion {
  const parse = defaults ? parseText : parseRequiredText
  const examId = parseExamId(item['exam_id'], defaults, report)
  const type = parseType(item['question_type'], report)
  const answerKey = type ? parseAnswerKey(item['correct_answer'], type) : []
  const completion = parseCompletion(item['completion'], type, report)
  const caseStudyId = caseStudy?.id ?? (parseName(item['case_study_id'], 'case_study_id', report) || null)
  if (type === 'solution' && caseStudyId === null) report('case_study_id', 'is missing, but a solution question belongs to a series')
  return {
    id: parseId(item, examId, defaults, report),
    examId,
    type: type ?? 'single_choice',
    text: parseRequiredText(item['text'], 'text', lengthsMax.text, report),
    options: parseOptions(item['options'], type, report),
    pairs: parsePairs(item['pairs'], report),
    ...(completion && { completion }),
    answerKey: answerKey.length === 0 && type === 'reorder' ? parseAnswerKey(item['sequence'], type) : answerKey,
    explanation: parse(item['explanation'], 'explanation', lengthsMax.text, report),
    optionExplanations: parseOptionalTexts(item['option_explanations'], 'option_explanations', nameOption, report),
    reference: parseRequiredText(item['reference'], 'reference', lengthsMax.reference, report).trim(),
    skillArea: parse(item['skill_area'], 'skill_area', lengthsMax.skill, report).trim(),
    skill: parse(item['skill'], 'skill', lengthsMax.skill, report).trim(),
    objective: parseName(item['objective'], 'objective', report) || null,
    difficulty: parseDifficulty(item['difficulty'], report),
    grounding: parseGrounding(item['grounding'], report),
    caseStudyId,
    createdAt: parseCreatedAt(item['created_at'], defaults?.createdAt, report),
    state: parseState(item['state'], report),
  }
}

function parseId(item: RawObject, examId: string, defaults: ItemDefaults | undefined, report: ReportProblem): string {
  const id = parseName(item['id'], 'id', report)
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return id.toLowerCase()
  const text = typeof item['text'] === 'string' ? item['text'] : ''
  if (defaults) return defaults.makeId(`${examId} ${id || foldText(plainText(text))}`)
  if (id !== '' || item['id'] == null) report('id', 'is not a UUID')
  return ''
}

function parseExamId(value: unknown, defaults: ItemDefaults | undefined, report: ReportProblem): string {
  if (value == null || (defaults && value === '')) return 'mb-800'
  return parseRequiredText(value, 'exam_id', lengthsMax.id, report).trim().toLowerCase()
}
