/** What `/api` answers when a case study was saved, or why it was not. */
import { notAnAdministrator } from '#web/admin/administrator.ts'
import { noContent, privateJson, problem } from '#web/http/problem.ts'
import type { CaseStudyOutcome, CaseStudyRemoval } from '#server/bank/index.ts'

export function answerCaseStudy(outcome: CaseStudyOutcome, status: 200 | 201 = 200): Response {
  if (outcome.ok) return privateJson({ case_study: outcome.caseStudy, warnings: outcome.warnings }, status)
  const { refusal: code } = outcome
  switch (code) {
    case 'NOT_AN_ADMINISTRATOR':
      return notAnAdministrator()
    case 'UNKNOWN_CASE_STUDY':
      return unknownCaseStudy()
    case 'CASE_STUDY_CHANGED': {
      const detail = 'Somebody else saved this case study: compare with current and send its version.'
      return problem(409, 'Case study changed', detail, { code, current: outcome.current })
    }
    case 'CASE_STUDY_REFUSED': {
      const { refusals, warnings } = outcome
      return problem(422, 'Case study refused', 'Correct the fields named in refusals and send it again.', { code, refusals, warnings })
    }
  }
}

export function answerCaseStudyRemoval(outcome: CaseStudyRemoval): Response {
  if (outcome.ok) return noContent()
  switch (outcome.refusal) {
    case 'NOT_AN_ADMINISTRATOR':
      return notAnAdministrator()
    case 'UNKNOWN_CASE_STUDY':
      return unknownCaseStudy()
    case 'CASE_STUDY_USED': {
      const detail = 'Take the case study out of the questions named in uses, then delete it.'
      return problem(409, 'Case study used', detail, { code: outcome.refusal, uses: outcome.uses })
    }
  }
}

export function unknownCaseStudy(): Response {
  return problem(404, 'No such case study', 'Questions name their case study in case_study_id.', { code: 'UNKNOWN_CASE_STUDY' })
}
