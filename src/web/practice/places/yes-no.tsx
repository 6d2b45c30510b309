/** The answer to a solution question: Yes or No, depending on whether the solution meets the goal. */
import { isEntryCorrect } from '#exam/grading.ts'
import { yesNo } from '#exam/question.ts'
import type { ArrangingProps } from '#web/practice/arranging/arranging.tsx'
import { places } from '#text/places.ts'
import { exam } from '#text/practice.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = Pick<ArrangingProps, 'question' | 'answer' | 'isLocked' | 'isRevealed' | 'onAnswer'>

export function YesNo({ question, answer, isLocked, isRevealed, onAnswer }: Props) {
  return (
    <fieldset className="yes-no" disabled={isLocked}>
      {/* A sealed question has no answer key: it is locked because it was left, not because it was revealed. */}
      <legend>{isLocked ? (question.answerKey[0] === '' ? places.closed : exam.locked) : places.solutionHint}</legend>
      {yesNo.map((entry) => {
        const isKey = isEntryCorrect(entry, 0, question)
        const isChosen = answer[0] === entry
        const verdict = isRevealed ? (isKey ? 'right' : isChosen ? 'wrong' : undefined) : undefined
        return (
          <label key={entry} data-verdict={verdict}>
            <input type="radio" name={question.id} checked={isChosen} onChange={() => onAnswer([entry])} />
            <span>{places.entries[entry]}</span>
            {verdict && (
              <span className="indicator" data-verdict={verdict}>
                <Icon name={verdict === 'right' ? 'check' : 'cross'} />{' '}
                {verdict === 'wrong' ? exam.yourAnswer : isChosen ? exam.yourAnswerCorrect : exam.correctAnswer}
              </span>
            )}
          </label>
        )
      })}
    </fieldset>
  )
}
