/** What other areas may use. */
export { countReviews, listDue, lockMember, planReviews, recapReviews } from './review.ts'
export type { DueReviews, ReviewCounts } from './review.ts'
