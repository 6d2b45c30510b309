/** The controls of reorder and drag-and-drop questions: an order of steps, or slots with items. Loaded when such a question is near. */
import type { AnswerInput, Question } from '#exam/question.ts'
import { MatchSlots } from '#web/practice/arranging/match-slots.tsx'
import { OrderSteps } from '#web/practice/arranging/order-steps.tsx'
import { SolvedOrder } from '#web/practice/arranging/solved-order.tsx'
import { SolvedPairs } from '#web/practice/arranging/solved-pairs.tsx'

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
  const isOrder = props.question.type === 'reorder'
  if (isRevealed) return isOrder ? <SolvedOrder {...props} /> : <SolvedPairs {...props} />
  return isOrder ? <OrderSteps {...props} /> : <MatchSlots {...props} />
}
