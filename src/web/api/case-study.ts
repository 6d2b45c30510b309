/** `GET /api/case-studies/:id`: title and content. Source: spec §7. */
import { findCaseStudy } from '#server/question-bank.ts'
import { answer, problem, refuseMethod } from '#web/api/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/case-study.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await findCaseStudy(context.get(servicesContext).db, params.caseStudyId)
  if (!found) return problem(404, 'No such case study', 'Questions name their case study in case_study_id.')
  return answer({ title: found.title, content: found.content })
}

export const action = refuseMethod
