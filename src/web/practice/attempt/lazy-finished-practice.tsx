/** A finished practice attempt, loaded on demand. An attempt loads it after its first answer, so that the results are ready when it finishes. */
import type { FinishedPracticeProps } from '#web/practice/results/finished-practice.tsx'
import { ResultsPlaceholder } from '#web/practice/attempt/results-placeholder.tsx'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'

const load = () => import('#web/practice/results/finished-practice.tsx')

export const [LazyFinishedPractice, usePreloadedFinishedPractice] = preloadable<FinishedPracticeProps>(
  load,
  lazyWithRetry<FinishedPracticeProps>(load, ResultsPlaceholder),
)
