/** The points of a simulation, in addition to its score in percent. */
import type { Question } from '#exam/question.ts'
import type { Attempt } from '#exam/attempt.ts'
import { examPoints, sumPoints } from '#exam/planning/simulation.ts'
import { simulation as words } from '#text/simulation.ts'

export function ExamPoints({ questions, attempt }: { questions: readonly Question[]; attempt: Attempt }) {
  const scored = questions.filter(({ id }) => !attempt.unscored?.includes(id))
  const { points, of } = sumPoints(scored.map((question) => examPoints(attempt.answers[question.id] ?? [], question)))
  return (
    <p className="points">
      <b>{words.points(points, of)}</b> {words.pointsText}
    </p>
  )
}
