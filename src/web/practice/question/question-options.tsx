/** The options of a choice question: native radio buttons or checkboxes with letter tabs. */
import { letterOf, toggleLetter, type AnswerInput, type Question } from '#exam/question.ts'
import { exam } from '#text/practice.ts'
import { Icon } from '#web/ui/icon.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

type Props = {
  question: Question
  answer: AnswerInput
  isLocked: boolean
  isRevealed: boolean
  onAnswer: (answer: AnswerInput) => void
}

export function QuestionOptions({ question, answer, isLocked, isRevealed, onAnswer }: Props) {
  const isSingle = question.type === 'single_choice'
  if (question.options.length === 0) return <p className="soft">{exam.noOptions}</p>
  return (
    <fieldset className="options" data-kind={isSingle ? 'single' : 'multiple'} disabled={isLocked}>
      <legend>
        {isLocked ? exam.locked : isSingle ? exam.chooseOne : <ChosenCount chosen={answer.length} count={question.answerKey.length} />}
      </legend>
      {question.options.map((option, i) => {
        const letter = letterOf(i)
        const isChosen = answer.includes(letter)
        const verdict = isRevealed ? verdictOf(question.answerKey.includes(letter), isChosen) : undefined
        return (
          <label key={letter} className="option" data-verdict={verdict}>
            <input
              type={isSingle ? 'radio' : 'checkbox'}
              name={question.id}
              value={letter}
              checked={isChosen}
              onChange={() => onAnswer(isSingle ? [letter] : toggleLetter(answer, letter))}
            />
            <span className="tab">{letter}</span>
            <RichText as="span" html={option} />
            {verdict && <Verdict isRight={verdict === 'right'} isChosen={isChosen} />}
          </label>
        )
      })}
    </fieldset>
  )
}

function ChosenCount({ chosen, count }: { chosen: number; count: number }) {
  return (
    <>
      {exam.chooseSeveral(count)}. <b>{exam.chosenOf(chosen, count)}</b>
    </>
  )
}

function verdictOf(isKey: boolean, isChosen: boolean): 'right' | 'wrong' | undefined {
  if (isKey) return 'right'
  return isChosen ? 'wrong' : undefined
}

function Verdict({ isRight, isChosen }: { isRight: boolean; isChosen: boolean }) {
  const text = isRight ? (isChosen ? exam.yourAnswerCorrect : exam.correctAnswer) : exam.yourAnswer
  return (
    <span className="indicator" data-verdict={isRight ? 'right' : 'wrong'}>
      <Icon name={isRight ? 'check' : 'cross'} /> {text}
    </span>
  )
}
