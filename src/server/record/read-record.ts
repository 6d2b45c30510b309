/** Reads and checks a learner record that a member wants to import. Writes nothing. */
import { examDaysAheadMax, renewalDaysAheadMax } from '#exam/planning/days-ahead.ts'
import type { ZodError } from 'zod'
import { isWebAddress } from '#exam/address.ts'
import { isRecord, type BankQuestion } from '#exam/bank-file/index.ts'
import { addDays } from '#exam/planning/local-day.ts'
import { escapeHtml } from '#exam/plain-text.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import { yieldToRequests } from '#server/db/yield-to-requests.ts'
import { parseRecordedItem } from '#server/practice/index.ts'
import { checkAttempt, type ImportedAttempt } from '#server/record/check-attempt.ts'
import { recordFile, type RecordFile } from '#server/record/record-file.ts'
import { recordFormat, recordVersion } from '#server/record/record-schema.ts'

/** `place`: where in the file, such as `attempts[3].finishedAt`. `reason` is a sentence fragment that fits after it. */
export type RecordProblem = { place: string; reason: string }

export type RecordFailure =
  | { ok: false; code: 'RECORD_UNREADABLE' | 'NOT_A_RECORD' | 'NEWER_RECORD' }
  | { ok: false; code: 'RECORD_WRONG'; problems: RecordProblem[] }

export type LearnerRecord = Pick<RecordFile, 'questionNotes' | 'preparingFor' | 'examDates' | 'renewalDates'> & {
  attempts: ImportedAttempt[]
  /** The questions by key. Their HTML is not sanitized yet. */
  questions: ReadonlyMap<string, BankQuestion>
  /** How many attempts cannot be imported: simulations in progress, and attempts without answers in a record of version 1. */
  leftOut: number
}

const problemsMax = 20
/** Clocks of two installations may differ. */
const clockToleranceMs = 10 * 60_000
/** Number of items between two pauses. In a pause, the server handles other requests. */
const itemsPerStep = 50

export async function readRecord(text: string, now: Date): Promise<{ ok: true; record: LearnerRecord } | RecordFailure> {
  const value = parseJson(text)
  if (value === undefined) return { ok: false, code: 'RECORD_UNREADABLE' }
  if (!isRecord(value) || value['format'] !== recordFormat || !Number.isInteger(value['version']))
    return { ok: false, code: 'NOT_A_RECORD' }
  if (Number(value['version']) > recordVersion) return { ok: false, code: 'NEWER_RECORD' }
  const parsed = recordFile.safeParse(value)
  if (!parsed.success) return wrong(listShapeProblems(parsed.error))
  const { attempts, questions: items, ...rest } = parsed.data
  const latest = new Date(now.getTime() + clockToleranceMs)
  const problems: RecordProblem[] = []
  const questions = new Map<string, BankQuestion>()
  for (const [index, item] of items.entries()) {
    const read = readQuestion(item)
    if (typeof read === 'string') problems.push({ place: `questions[${index}]`, reason: read })
    else questions.set(item.key, read)
    if (index % itemsPerStep === 0) await yieldToRequests()
  }
  const checked: ImportedAttempt[] = []
  for (const [index, attempt] of attempts.entries()) {
    const place = `attempts[${index}]`
    const result = checkAttempt(attempt, questions, latest)
    if (result.ok) checked.push(...(result.attempt ? [result.attempt] : []))
    else problems.push({ place: `${place}${result.field}`, reason: result.reason })
    if (index % itemsPerStep === 0) await yieldToRequests()
  }
  for (const [index, { changedAt }] of rest.questionNotes.entries())
    if (changedAt > latest) problems.push({ place: `questionNotes[${index}].changedAt`, reason: 'is in the future' })
  const isTooFar = (day: string, daysMax: number) => day > addDays(latest.toISOString().slice(0, 10), daysMax)
  for (const [index, { examOn }] of rest.examDates.entries())
    if (isTooFar(examOn, examDaysAheadMax)) problems.push({ place: `examDates[${index}].examOn`, reason: 'is too far in the future' })
  for (const [index, { endsOn }] of rest.renewalDates.entries())
    if (isTooFar(endsOn, renewalDaysAheadMax)) problems.push({ place: `renewalDates[${index}].endsOn`, reason: 'is too far in the future' })
  if (problems.length > 0) return wrong(problems)
  return { ok: true, record: { ...rest, attempts: checked, questions, leftOut: attempts.length - checked.length } }
}

function wrong(problems: RecordProblem[]): RecordFailure {
  return { ok: false, code: 'RECORD_WRONG', problems: problems.slice(0, problemsMax) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

function listShapeProblems({ issues }: ZodError): RecordProblem[] {
  return issues.map(({ path, message }) => {
    const place = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
    return { place: place.replace(/^\./, ''), reason: message }
  })
}

/** The question, or why it cannot be read. Its case study becomes part of its text, because the bank may have changed the case study since. */
function readQuestion(item: RecordFile['questions'][number]): BankQuestion | string {
  const { key: _key, version: _version, case_study: caseStudy, ...fields } = item
  const { question, problems } = parseRecordedItem(fields, { makeId: () => '', createdAt: new Date(0).toISOString() })
  if (!question) return problems.map(({ field, reason }) => `${field} ${reason}`.trim()).join('; ')
  if (!isUuid(question.id)) return 'id is not a UUID'
  if (!isWebAddress(question.reference)) return 'reference is not a web address'
  const prefix = caseStudy ? `<h3>${escapeHtml(caseStudy.title)}</h3>${caseStudy.content}` : ''
  return { ...question, text: prefix + question.text, caseStudyId: null, objective: null, grounding: null, state: 'published' }
}
