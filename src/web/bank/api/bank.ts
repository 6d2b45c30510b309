/** `GET /api/banks/:certificationId`: the index of a bank and the names of its chunks, as a `QuestionBank`. */
import { allowMethods } from '#web/http/methods.ts'
import { json } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/bank.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'

export const middleware = [allowMethods('GET')]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, questionChunks } = context.get(servicesContext)
  const certification = await findCertificationRow(db, params.certificationId)
  if (!certification) return refuse('UNKNOWN_CERTIFICATION')
  const { first: _first, ...bank } = await questionChunks.readBank(certification.id)
  return json(bank)
}
