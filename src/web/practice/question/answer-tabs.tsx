/** The candidate's answer and the answer key of a question, as tabs. */
import { isEntryCorrect } from '#exam/grading.ts'
import type { QuestionResult } from '#exam/results.ts'
import { formatAnswer } from '#web/practice/question/format-answer.ts'
import { useTexts } from '#web/text/texts.ts'

export function AnswerTabs({ result: { question, answer, state } }: { result: QuestionResult }) {
  const { exam } = useTexts()
  const kind = question.type === 'multiple_choice' ? 'multiple' : undefined
  const entries = formatAnswer(answer, question)
  return (
    <>
      <span className="answer" data-kind={kind}>
        {state === 'blank' && <span className="small">{exam.leftBlank}</span>}
        {entries.length > 0 && <span className="visually-hidden">{exam.yourAnswer}</span>}
        {entries.map((entry, i) => (
          <span key={`${i} ${entry}`} className="tab" data-verdict={isEntryCorrect(answer[i] ?? '', i, question) ? 'right' : 'wrong'}>
            {entry}
          </span>
        ))}
      </span>
      {state === 'right' ? (
        <span className="visually-hidden">{exam.markedCorrect}</span>
      ) : (
        <span className="answer" data-kind={kind}>
          <span className="small">{exam.correctAnswer}</span>
          {formatAnswer(question.answerKey, question).map((entry, i) => (
            <span key={`${i} ${entry}`} className="tab" data-verdict="right">
              {entry}
            </span>
          ))}
        </span>
      )}
    </>
  )
}
