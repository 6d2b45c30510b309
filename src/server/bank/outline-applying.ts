/** Applies a new outline to an exam: saves the outline and moves the affected questions in one transaction. */
import type { Kysely } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { planOutline, type OutlinePlan, type OutlinePreview, type OutlineRequest } from '#server/bank/outline-preview.ts'
import { rewriteQuestions } from '#server/bank/rewrite-questions.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import { markReworded } from '#server/freshness/index.ts'
import { lockAdministrator } from '#server/accounts/administrators.ts'
import { recordAudit } from '#server/audit/index.ts'
import {
  findCertificationRow,
  readCertification,
  saveCertification,
  saveOutline,
  type Author,
  type CertificationRow,
} from '#server/catalogue/index.ts'

export type OutlineResult =
  | { ok: true; preview: OutlinePreview }
  | {
      ok: false
      refusal: 'NOT_AN_ADMINISTRATOR' | 'UNKNOWN_CERTIFICATION' | 'OUTLINE_REFUSED' | 'OUTLINE_CHANGED'
      /** The field is the place in the JSON, `objectives.3.skill`; empty for the whole text. */
      refusals?: readonly ValidationIssue[]
      /** What applying the outline would do now. */
      current?: OutlinePreview
    }

/** Returns what applying the outline would do. Writes nothing. */
export async function previewOutline(db: Db, certificationId: string, request: OutlineRequest): Promise<OutlineResult> {
  const row = await findCertificationRow(db, certificationId)
  if (!row) return { ok: false, refusal: 'UNKNOWN_CERTIFICATION' }
  const planned = await planOutline(db, row, request)
  return planned.ok ? { ok: true, preview: planned.plan.preview } : refuseProblems(planned.problems)
}

/**
 * Applies the outline as the preview with this fingerprint showed. The call is refused if the result would now be different. Without a
 * fingerprint, there is no such check.
 */
export async function applyOutline(
  db: Kysely<Tables>,
  actorId: string | null,
  certificationId: string,
  request: OutlineRequest,
  fingerprint: string | undefined,
  now: Date,
): Promise<OutlineResult> {
  return transact(db, async (transaction): Promise<OutlineResult> => {
    if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    // Blocks concurrent saves of the certification and its questions.
    await transaction.selectFrom('certifications').select('id').where('id', '=', certificationId).forUpdate().execute()
    const row = await findCertificationRow(transaction, certificationId)
    if (!row) return { ok: false, refusal: 'UNKNOWN_CERTIFICATION' }
    const planned = await planOutline(transaction, row, request)
    if (!planned.ok) return refuseProblems(planned.problems)
    const { plan } = planned
    if (fingerprint !== undefined && fingerprint !== plan.preview.fingerprint)
      return { ok: false, refusal: 'OUTLINE_CHANGED', current: plan.preview }
    if (!plan.preview.isUnchanged) await writePlan(transaction, row, plan, { by: actorId, at: now })
    return { ok: true, preview: plan.preview }
  })
}

function refuseProblems(problems: readonly string[]): OutlineResult {
  const refusals = problems.map((problem) => {
    const [, field = '', reason = problem] = /^([\w.-]+): (.*)$/s.exec(problem) ?? []
    return { field, reason }
  })
  return { ok: false, refusal: 'OUTLINE_REFUSED', refusals }
}

async function writePlan(
  transaction: Db,
  row: CertificationRow,
  { outline, certification, questions, preview: { groups } }: OutlinePlan,
  { by, at }: { by: string | null; at: Date },
) {
  const author: Author = { by, at }
  if (!isDeepStrictEqual(certification, readCertification(row))) await saveCertification(transaction, certification, row.position, author)
  await saveOutline(transaction, outline, author)
  const places = new Map(questions.flatMap(({ id, isMoved, to }) => (isMoved ? [[id, to] as const] : [])))
  await rewriteQuestions(transaction, [...places.keys()], (question) => ({ ...question, ...places.get(question.id) }), author)
  // Saving the outline has already stored which questions lost their objective.
  await markReworded(
    transaction,
    questions.filter(({ fate }) => fate === 're-check').map(({ id }) => id),
    { actorId: by, at },
  )
  await recordAudit(transaction, by, 'outline-applied', row.id, {
    moved: groups.moved.total,
    recheck: groups['re-check'].total,
    orphaned: groups.orphaned.total,
  })
  await bumpContentVersion(transaction)
}
