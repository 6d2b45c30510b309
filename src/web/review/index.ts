/** What other areas may use. */
export { DailyReview } from './daily-review.tsx'
export { CustomSetLink, MistakesLink, ReviewLink } from './practice-links.tsx'
export { loadEmptySet } from './lazy.ts'
