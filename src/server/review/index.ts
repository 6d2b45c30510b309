/** What other areas may use. */
export { countReviews, listDue, lockMember, scheduleReviews, reschedule } from './review.ts'
export type { DueReviews, ReviewCounts } from './review.ts'
