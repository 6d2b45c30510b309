/**
 * "Check this question": asks the model to answer a question from its cited text without seeing the answer key, and returns warnings. It
 * changes nothing.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { parseLineRanges } from '#exam/bank-file/index.ts'
import { agreesWithKey, composeCheckPrompt, describeLabels, keyLabels, parseReview } from '#exam/tutor/question-check.ts'
import { sealForTutor } from '#exam/tutor/tutor-question.ts'
import type { QuestionCheck, QuestionCheckWarning } from '#exam/tutor/tutor-contract.ts'
import { findCaseStudy, questionColumns, readBankQuestion } from '#server/bank/index.ts'
import type { Db } from '#server/db/tables.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Tutor } from '#server/tutor/open-tutor.ts'

export type CheckResult =
  | { ok: true; check: QuestionCheck }
  | { ok: false; refusal: 'UNKNOWN_QUESTION' | 'CHECK_BUSY' | 'CHECK_OVER_BUDGET' | 'CHECK_FAILED' }

const refusals = { busy: 'CHECK_BUSY', overBudget: 'CHECK_OVER_BUDGET', failed: 'CHECK_FAILED' } as const

export async function checkQuestion(
  db: Db,
  tutor: Pick<Tutor, 'complete' | 'inputTokensMax'>,
  id: string,
  signal: AbortSignal,
): Promise<CheckResult> {
  const row = isUuid(id)
    ? await db
        .selectFrom('questions')
        .select([...questionColumns, 'version'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) return { ok: false, refusal: 'UNKNOWN_QUESTION' }
  const question = readBankQuestion(row)
  const caseStudy = question.caseStudyId ? await findCaseStudy(db, question.caseStudyId) : undefined
  const citedText = await findCitedText(db, question.grounding)
  const shown = { question, caseStudy, answer: [], seed: undefined }
  const fence = randomBytes(9).toString('hex')
  const { inputTokensMax } = tutor
  const completed = await tutor.complete(composeCheckPrompt({ question: sealForTutor(shown), citedText, fence, inputTokensMax }), signal)
  if (!completed.ok) return { ok: false, refusal: refusals[completed.reason] }
  const review = parseReview(completed.text)
  if (!review) return { ok: false, refusal: 'CHECK_FAILED' }
  const { answer, ambiguity, giveaway } = review
  const warnings: QuestionCheckWarning[] = [
    ...(answer.length === 0 ? [{ type: 'unanswered' as const }] : []),
    ...(answer.length > 0 && !agreesWithKey(answer, question)
      ? [
          {
            type: 'disagrees' as const,
            answer: describeLabels(answer, question),
            key: describeLabels(keyLabels(question), question),
          },
        ]
      : []),
    ...(ambiguity === null ? [] : [{ type: 'ambiguous' as const, reason: ambiguity }]),
    ...(giveaway === null ? [] : [{ type: 'giveaway' as const, reason: giveaway }]),
    ...(citedText === undefined ? [{ type: 'noCitedText' as const }] : []),
  ]
  return { ok: true, check: { version: row.version, warnings } }
}

type Cited = { repository: string; path: string; lines: string } | null

/** The passages of indexed documentation that overlap with the cited lines, in order. */
async function findCitedText(db: Db, grounding: Cited): Promise<string | undefined> {
  const ranges = grounding && parseLineRanges(grounding.lines)
  if (!ranges) return undefined
  const rows = await db
    .selectFrom('document_passages')
    .innerJoin('documents', 'documents.id', 'document_passages.document_id')
    .select(['heading', 'text', 'first_line', 'last_line'])
    .where(sql<string>`lower(repository)`, '=', grounding.repository.toLowerCase())
    .where('repository_path', '=', grounding.path)
    .orderBy('document_id')
    .orderBy('position')
    .execute()
  const cited = rows.filter(({ first_line, last_line }) => ranges.some(({ from, to }) => first_line <= to && last_line >= from))
  return cited.length === 0 ? undefined : cited.map(({ heading, text }) => (heading === '' ? text : `${heading}\n${text}`)).join('\n\n')
}
