/** An attempt as the screen shows it: its seed fixes the order of the options. See `exam/option-order.ts`. */
import { useMemo } from 'react'
import type { Attempt } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import { showAttempt, showQuestion, storeMove } from '#exam/option-order.ts'
import type { IndexedQuestion } from '#exam/question-chunks.ts'
import type { Question } from '#exam/question.ts'
import type { QuestionLookup } from '#exam/question-status.ts'
import type { LoadedQuestions } from '#web/bank/index.ts'

/**
 * `stored`, `loaded`, and `index` use the letters of the bank. `store` converts a move made on screen. With the index, the answer keys are
 * known before the questions are loaded.
 */
export function useOptionOrder(stored: Attempt, loaded: LoadedQuestions, index: readonly IndexedQuestion[] | undefined) {
  const { seed } = stored
  const keys = useMemo(() => new Map(index?.map((question) => [question.id, question])), [index])
  const show = useMemo(() => createShow(seed), [seed])
  const questions = useMemo((): QuestionLookup => {
    const get = (id: string) => show(loaded.get(id))
    return { get, getKey: (id) => get(id) ?? (loaded.isPending(id) ? keys.get(id) : undefined), isPending: loaded.isPending }
  }, [loaded, keys, show])
  const attempt = useMemo(() => showAttempt(stored, loaded), [stored, loaded])
  return { attempt, questions, store: (move: Move) => storeMove(move, stored, loaded) }
}

/** Converts each question once, when it is first needed. */
function createShow(seed: string | undefined): (question: Question | undefined) => Question | undefined {
  const shown = new WeakMap<Question, Question>()
  return (question) => {
    if (!question || seed === undefined) return question
    const inOrder = shown.get(question) ?? showQuestion(question, seed)
    shown.set(question, inOrder)
    return inOrder
  }
}
