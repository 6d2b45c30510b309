/** Statements in a table, each with Yes and No. */
import { useId } from 'react'
import { countCorrectEntries } from '#exam/grading.ts'
import { isBlank, setEntry, yesNo, type AnswerInput, type Question } from '#exam/question.ts'
import type { ArrangingProps } from '#web/practice/arranging/arranging.tsx'
import { Verdict } from '#web/practice/arranging/verdict.tsx'
import { places } from '#text/places.ts'
import { exam } from '#text/practice.ts'
import { RichText } from '#web/ui/rich-text.tsx'

type Props = Pick<ArrangingProps, 'question' | 'answer' | 'isLocked' | 'isRevealed' | 'onAnswer'>

export function Statements({ question, answer, isLocked, isRevealed, onAnswer }: Props) {
  const id = useId()
  return (
    <div className="places">
      <table className="statements">
        <caption className="visually-hidden">{places.statements}</caption>
        <thead>
          <tr>
            <th scope="col">{places.statement}</th>
            {yesNo.map((entry) => (
              <th key={entry} scope="col" className="mark-cell" id={`${id}${entry}`}>
                {places.entries[entry]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {question.options.map((html, place) => {
            const verdict = isRevealed && !isBlank(answer) ? verdictOf(question, answer, place) : undefined
            return (
              <tr key={place} data-verdict={verdict}>
                <th scope="row">
                  <span id={`${id}${place}`}>
                    <RichText as="span" html={html} />
                  </span>
                  {isRevealed && <StatementVerdict question={question} answer={answer} place={place} />}
                </th>
                {yesNo.map((entry) => (
                  <td key={entry} className="mark-cell" data-key={isRevealed && question.answerKey[place] === entry ? '' : undefined}>
                    <label className="mark">
                      <input
                        type="radio"
                        name={`${question.id} ${place}`}
                        checked={answer[place] === entry}
                        disabled={isLocked}
                        aria-labelledby={`${id}${entry} ${id}${place}`}
                        onChange={() => onAnswer(setEntry(answer, place, entry))}
                      />
                      {places.entries[entry]}
                    </label>
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      <PlacesStatus question={question} answer={answer} isLocked={isLocked} isRevealed={isRevealed} />
    </div>
  )
}

/** Says how many places are answered or, once revealed, correct, or that the answer is locked. */
export function PlacesStatus({ question, answer, isLocked, isRevealed }: Omit<Props, 'onAnswer'>) {
  const given = answer.filter((entry) => entry !== '').length
  const total = question.answerKey.length
  const isStatements = question.type === 'statements'
  const correct = countCorrectEntries(answer, question)
  const text = isRevealed
    ? given === 0
      ? `${places.notAnswered}.`
      : (isStatements ? places.statementsCorrect : places.blanksCorrect)(correct, total)
    : isLocked
      ? exam.locked
      : (isStatements ? places.answered : places.filled)(given, total)
  return (
    <p className="small places-status" role="status">
      {text}
    </p>
  )
}

function StatementVerdict({ question, answer, place }: { question: Question; answer: AnswerInput; place: number }) {
  const key = question.answerKey[place] === 'yes' ? 'yes' : 'no'
  const isRight = answer[place] === key
  return <Verdict isRight={isRight}>{isRight ? places.correct : places.correctAnswer(places.entries[key])}</Verdict>
}

function verdictOf({ answerKey }: Question, answer: AnswerInput, place: number): 'right' | 'wrong' {
  return answer[place] === answerKey[place] ? 'right' : 'wrong'
}
