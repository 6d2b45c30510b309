/**
 * The candidate's answer and the answer key of a choice question, with the letters as tabs. For other types, how many parts of the answer
 * are correct.
 */
import { countCorrectEntries, isEntryCorrect } from '#exam/grading.ts'
import type { QuestionResult } from '#exam/results/results.ts'
import { results } from '#text/results.ts'
import { exam } from '#text/practice.ts'

export function AnswerTabs({ result: { question, answer, state, isKeyHidden } }: { result: QuestionResult }) {
  const { type, answerKey } = question
  const isArranged = type !== 'single_choice' && type !== 'multiple_choice'
  const kind = type === 'multiple_choice' ? 'multiple' : undefined
  return (
    <>
      <span className="answer" data-kind={kind}>
        {state === 'blank' && <span className="small">{results.leftBlank}</span>}
        {state !== 'blank' && isArranged && (
          <span className="small">{results.inPlace(type, countCorrectEntries(answer, question), answerKey.length)}</span>
        )}
        {state !== 'blank' && !isArranged && (
          <>
            <span className="visually-hidden">{exam.yourAnswer}</span>
            {answer.map((letter) => (
              <span key={letter} className="tab" data-verdict={isEntryCorrect(letter, 0, question) ? 'right' : 'wrong'}>
                {letter}
              </span>
            ))}
          </>
        )}
      </span>
      {state === 'right' && <span className="visually-hidden">{results.markedCorrect}</span>}
      {state !== 'right' && !isArranged && !isKeyHidden && (
        <span className="answer" data-kind={kind}>
          <span className="small">{exam.correctAnswer}</span>
          {answerKey.map((letter) => (
            <span key={letter} className="tab" data-verdict="right">
              {letter}
            </span>
          ))}
        </span>
      )}
    </>
  )
}
