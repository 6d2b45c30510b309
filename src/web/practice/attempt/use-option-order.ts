/** An attempt as the screen shows it: its seed fixes the order of the options. See `exam/option-order.ts`. */
import { useMemo } from 'react'
import type { Attempt, Move } from '#exam/attempt.ts'
import { showAttempt, showQuestion, storeMove } from '#exam/option-order.ts'
import type { Question } from '#exam/question.ts'

/** `stored` and `bank` use the letters of the bank. `store` converts a move made on screen. */
export function useOptionOrder(stored: Attempt, bank: readonly Question[]) {
  const { seed } = stored
  const bankById = useMemo(() => new Map(bank.map((question) => [question.id, question])), [bank])
  const questions = useMemo(() => (seed === undefined ? bank : bank.map((question) => showQuestion(question, seed))), [bank, seed])
  const byId = useMemo(() => new Map(questions.map((question) => [question.id, question])), [questions])
  const attempt = useMemo(() => showAttempt(stored, bankById), [stored, bankById])
  return { attempt, questions, byId, store: (move: Move) => storeMove(move, stored, bankById) }
}
