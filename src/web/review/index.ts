/** The public API of this area. */
export { DailyReview } from './daily-review.tsx'
export { MistakesMode, ReviewMode } from './practice-modes.tsx'
export { StartReview } from './start-review.tsx'
export { loadEmptySet } from './lazy.ts'
export { useKnowledge } from './use-knowledge.ts'
export { PracticedFlashcards } from './practiced-flashcards.tsx'
export { usePracticeHistory, type PracticeHistory } from './use-practice-history.ts'
