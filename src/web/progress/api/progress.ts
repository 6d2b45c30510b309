/**
 * `GET /api/progress/:certificationId`: what a member knows of its questions, for building a set. Each entry of `questions` is a
 * `Known` of `exam/knowledge.ts` with the `id` of its question; questions that are not there have no settled answer and no flag.
 */
import { privateJson, problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/progress.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'
import { readKnowledge } from '#server/progress/index.ts'
import { findViewer } from '#web/accounts/index.server.ts'
import { unknownCertification } from '#web/admin/catalogue/index.server.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const viewer = await findViewer(context)
  if (!viewer) return problem(401, 'Not signed in', 'Sign in and ask again.', { code: 'SIGNED_OUT' })
  const { db } = context.get(servicesContext)
  const certification = await findCertificationRow(db, params.certificationId)
  return certification ? privateJson({ questions: await readKnowledge(db, viewer.id, certification.id) }) : unknownCertification()
}
