/** Own answer and key of a question, as tabs. */
import { isEntryCorrect } from '#exam/grading.ts'
import type { QuestionResult } from '#exam/results.ts'
import { signsOf } from '#web/practice/question/format-answer.ts'
import { useTexts } from '#web/text/texts.ts'

export function AnswerTabs({ result: { question, answer, state } }: { result: QuestionResult }) {
  const { exam } = useTexts()
  const kind = question.type === 'multiple_choice' ? 'multiple' : undefined
  const key = signsOf(question.answerKey, question.type)
  const own = signsOf(answer, question.type)
  return (
    <>
      <span className="answer" data-kind={kind}>
        {state === 'blank' && <span className="small">{exam.leftBlank}</span>}
        {own.length > 0 && <span className="unseen">{exam.yourAnswer}</span>}
        {own.map((sign, place) => (
          <span
            key={`${place} ${sign}`}
            className="tab"
            data-verdict={isEntryCorrect(answer[place] ?? '', place, question) ? 'right' : 'wrong'}
          >
            {sign}
          </span>
        ))}
      </span>
      {state === 'right' ? (
        <span className="unseen">{exam.markedCorrect}</span>
      ) : (
        <span className="answer" data-kind={kind}>
          <span className="small">{exam.correctAnswer}</span>
          {key.map((sign, place) => (
            <span key={`${place} ${sign}`} className="tab" data-verdict="right">
              {sign}
            </span>
          ))}
        </span>
      )}
    </>
  )
}
