/** The public API of this area. */
export { readToday, type TodayExam, type TodaySummary } from './today.ts'
