/** Loads the questions that the results of a finished attempt need before all others. */
import { useEffect } from 'react'
import type { Attempt } from '#exam/attempt.ts'
import type { LoadedQuestions, QuestionLoader } from '#web/bank/index.ts'
import { listTouchedIds } from '#web/practice/results/finished-questions.ts'

/** The loader announces the first of the requested questions as soon as it arrives. Then the next ones are requested. */
const requestedMax = 20

export function useLoadedResults(attempt: Attempt, loaded: LoadedQuestions, loader: QuestionLoader): void {
  useEffect(() => {
    const missing = listTouchedIds(attempt).filter(loaded.isPending)
    if (missing.length > 0) loader.load(missing.slice(0, requestedMax))
  }, [attempt, loaded, loader])
}
