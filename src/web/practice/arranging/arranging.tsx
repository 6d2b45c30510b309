/**
 * The answer controls of questions other than choice questions: steps, slots with items, statements, blanks, and Yes or No. Loaded when such a
 * question is near.
 */
import type { AnswerInput, Question } from '#exam/question.ts'
import { MatchSlots } from '#web/practice/arranging/match-slots.tsx'
import { OrderSteps } from '#web/practice/arranging/order-steps.tsx'
import { SolvedOrder } from '#web/practice/arranging/solved-order.tsx'
import { SolvedPairs } from '#web/practice/arranging/solved-pairs.tsx'
import { DropDowns } from '#web/practice/places/drop-downs.tsx'
import { Statements } from '#web/practice/places/statements.tsx'
import { YesNo } from '#web/practice/places/yes-no.tsx'

export type ArrangingProps = {
  question: Question
  answer: AnswerInput
  /** Fixes the starting order of steps. */
  seed: string | undefined
  isLocked: boolean
  isRevealed: boolean
  onAnswer: (answer: AnswerInput) => void
  onAnnounce: (text: string) => void
}

export default function Arranging({ isRevealed, ...props }: ArrangingProps) {
  switch (props.question.type) {
    case 'reorder':
      return isRevealed ? <SolvedOrder {...props} /> : <OrderSteps {...props} />
    case 'drag_drop':
      return isRevealed ? <SolvedPairs {...props} /> : <MatchSlots {...props} />
    case 'statements':
      return <Statements {...props} isRevealed={isRevealed} />
    case 'drop_down':
      return <DropDowns {...props} isRevealed={isRevealed} />
    case 'solution':
      return <YesNo {...props} isRevealed={isRevealed} />
    case 'single_choice':
    case 'multiple_choice':
      return null
  }
}
