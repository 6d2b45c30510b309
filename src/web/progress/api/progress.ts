/**
 * `GET /api/progress/:certificationId`: a member's knowledge of the certification's questions, for drawing practice sets. Each entry of `questions`
 * is a `QuestionKnowledge` of `exam/planning/knowledge.ts` with the question's `id`. Questions without a final answer or flag are left out.
 */
import { withEarlierKnowledgeNames } from '#web/http/previous-release.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/progress.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'
import { listKnowledge } from '#server/progress/index.ts'
import { findViewerOfPage } from '#web/accounts/index.server.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const viewer = await findViewerOfPage(context, request)
  if (!viewer) return refuse('SIGNED_OUT')
  const { db } = context.get(servicesContext)
  const certification = await findCertificationRow(db, params.certificationId)
  if (!certification) return refuse('UNKNOWN_CERTIFICATION')
  return privateJson({ questions: withEarlierKnowledgeNames(await listKnowledge(db, viewer.id, certification.id)) })
}
