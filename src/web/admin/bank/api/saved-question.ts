/** What `/api` answers when questions were saved, or why they were not. */
import { notAnAdministrator } from '#web/admin/administrator.ts'
import { privateJson, problem } from '#web/http/problem.ts'
import type { ChangeOutcome, SaveOutcome } from '#server/bank/index.ts'

export function answerSaved(outcome: SaveOutcome, status: 200 | 201 = 200): Response {
  if (outcome.ok) return privateJson({ question: outcome.question, warnings: outcome.warnings }, status)
  const { refusal: code, refusals, warnings, current } = outcome
  switch (code) {
    case 'NOT_AN_ADMINISTRATOR':
      return notAnAdministrator()
    case 'UNKNOWN_QUESTION':
      return unknownQuestion()
    case 'QUESTION_EXISTS':
      return problem(409, 'Question exists', 'Change the question that has this id, or send none.', { code })
    case 'QUESTION_CHANGED':
      return problem(409, 'Question changed', 'Somebody else saved this question: compare with current and send its version.', {
        code,
        current,
      })
    case 'QUESTION_REFUSED':
      return problem(422, 'Question refused', 'Correct the fields named in refusals and send it again.', { code, refusals, warnings })
  }
}

export function answerChanged(outcome: ChangeOutcome): Response {
  if (outcome.ok) return privateJson({ changed: outcome.changed })
  const { refusal: code, refusals, unknown } = outcome
  switch (code) {
    case 'NOT_AN_ADMINISTRATOR':
      return notAnAdministrator()
    case 'UNKNOWN_QUESTION':
      return problem(404, 'No such question', 'Leave out the ids in unknown and send the others again.', { code, unknown })
    case 'CHANGE_REFUSED':
      return problem(422, 'Change refused', 'Correct the fields named in refusals and send it again.', { code, refusals })
  }
}

export function unknownQuestion(): Response {
  return problem(404, 'No such question', 'GET /api/questions?exam_id= lists the published ones.', { code: 'UNKNOWN_QUESTION' })
}
