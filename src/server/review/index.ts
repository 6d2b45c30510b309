/** The public API of this area. */
export { countReviews, listDue, type DueReviews, type ReviewCounts } from './due-questions.ts'
export { listReturns } from './return-days.ts'
export { lockMember } from './review-member.ts'
export { insertCards, planReviews, reschedule, rescheduleQuestion, scheduleReviews } from './schedule.ts'
