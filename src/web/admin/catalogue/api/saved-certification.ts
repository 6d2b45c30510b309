/** What `/api` answers when a certification was saved, or why it was not. */
import { notAnAdministrator } from '#web/admin/administrator.ts'
import { noContent, privateJson, problem } from '#web/http/problem.ts'
import type { CertificationOutcome, CertificationRemoval } from '#server/bank/index.ts'

export function answerCertification(outcome: CertificationOutcome, status: 200 | 201 = 200): Response {
  if (outcome.ok) return privateJson({ certification: outcome.certification }, status)
  const { refusal: code } = outcome
  switch (code) {
    case 'NOT_AN_ADMINISTRATOR':
      return notAnAdministrator()
    case 'UNKNOWN_CERTIFICATION':
      return unknownCertification()
    case 'CERTIFICATION_EXISTS':
      return problem(409, 'Certification exists', 'Change the certification that has this id, or send another id.', { code })
    case 'CERTIFICATION_CHANGED': {
      const detail = 'Somebody else saved this certification: compare with current and send its version.'
      return problem(409, 'Certification changed', detail, { code, current: outcome.current })
    }
    case 'CERTIFICATION_REFUSED':
      return problem(422, 'Certification refused', 'Correct the fields named in refusals and send it again.', {
        code,
        refusals: outcome.refusals,
      })
  }
}

export function answerCertificationRemoval(outcome: CertificationRemoval): Response {
  if (outcome.ok) return noContent()
  switch (outcome.refusal) {
    case 'NOT_AN_ADMINISTRATOR':
      return notAnAdministrator()
    case 'UNKNOWN_CERTIFICATION':
      return unknownCertification()
    case 'CERTIFICATION_USED': {
      const detail = 'Move or delete the questions and change the certifications named in uses, then delete it.'
      return problem(409, 'Certification used', detail, { code: outcome.refusal, uses: outcome.uses })
    }
  }
}

export function unknownCertification(): Response {
  return problem(404, 'No such certification', 'GET /api/certifications lists all of them.', { code: 'UNKNOWN_CERTIFICATION' })
}
