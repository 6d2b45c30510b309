/** The numbers of the questions that are blank or partly answered, before a practice attempt is finished. */
import type { QuestionStatus } from '#exam/question-status.ts'
import { exam } from '#text/practice.ts'

export function UnansweredQuestions({ statuses }: { statuses: readonly QuestionStatus[] }) {
  const numbersOf = (answered: QuestionStatus['answered']) =>
    statuses.filter((status) => status.answered === answered && !status.isRemoved).map(({ position }) => position + 1)
  const blank = numbersOf(null)
  const partly = numbersOf('partly answered')
  return (
    <>
      {blank.length === 0 && partly.length === 0 && <p>{exam.finishComplete}</p>}
      {blank.length > 0 && <p>{exam.finishBlank(blank)}</p>}
      {partly.length > 0 && <p>{exam.finishPartial(partly)}</p>}
    </>
  )
}
