/** The public API of this area. */
export { DailyReview } from './daily-review.tsx'
export { CustomSetLink, MistakesLink, ReviewLink } from './practice-links.tsx'
export { loadEmptySet } from './lazy.ts'
