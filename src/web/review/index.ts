/** The entry module: what other areas may import. */
export { DailyReview } from './daily-review.tsx'
export { CustomSetLink, MistakesLink, ReviewLink } from './practice-links.tsx'
export { loadEmptySet } from './lazy.ts'
