/** The functions and types that other areas may use. */
export { countReviews, listDue } from './due-questions.ts'
export type { DueReviews, ReviewCounts } from './due-questions.ts'
export { lockMember } from './review-member.ts'
export { reschedule, scheduleReviews } from './schedule.ts'
