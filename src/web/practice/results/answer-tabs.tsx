/** The candidate's answer and the answer key of a question, as tabs. */
import { isEntryCorrect } from '#exam/grading.ts'
import type { AnswerInput } from '#exam/question.ts'
import type { QuestionResult } from '#exam/results.ts'
import { formatAnswer, formatPlaces } from '#web/practice/question/format-answer.ts'
import { results } from '#web/text/en/results.ts'
import { useTexts } from '#web/text/texts.ts'

export function AnswerTabs({ result: { question, answer, state } }: { result: QuestionResult }) {
  const { exam } = useTexts()
  const kind = question.type === 'multiple_choice' ? 'multiple' : undefined
  // Steps have no letters on screen.
  const format = (input: AnswerInput) =>
    question.type === 'reorder' ? formatPlaces(input, question.answerKey) : formatAnswer(input, question.type)
  const entries = format(answer)
  return (
    <>
      <span className="answer" data-kind={kind}>
        {state === 'blank' && <span className="small">{results.leftBlank}</span>}
        {entries.length > 0 && <span className="visually-hidden">{exam.yourAnswer}</span>}
        {entries.map((entry, i) => (
          <span key={`${i} ${entry}`} className="tab" data-verdict={isEntryCorrect(answer[i] ?? '', i, question) ? 'right' : 'wrong'}>
            {entry}
          </span>
        ))}
      </span>
      {state === 'right' ? (
        <span className="visually-hidden">{results.markedCorrect}</span>
      ) : (
        <span className="answer" data-kind={kind}>
          <span className="small">{exam.correctAnswer}</span>
          {format(question.answerKey).map((entry, i) => (
            <span key={`${i} ${entry}`} className="tab" data-verdict="right">
              {entry}
            </span>
          ))}
        </span>
      )}
    </>
  )
}
