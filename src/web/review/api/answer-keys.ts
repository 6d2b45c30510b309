/**
 * `GET /api/answer-keys/:certificationId`: id, type, answer key, skill area and case study of every published question, in bank order.
 * Browsers grade the attempts on the device with it. The exam page shows the same keys to everyone.
 */
import { allowMethods } from '#web/http/methods.ts'
import { json } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/answer-keys.ts'
import { listAnswerKeys } from '#server/bank/index.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'

export const middleware = [allowMethods('GET')]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const certification = await findCertificationRow(db, params.certificationId)
  return certification ? json({ questions: await listAnswerKeys(db, certification.id) }) : refuse('UNKNOWN_CERTIFICATION')
}
