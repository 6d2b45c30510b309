/** The public API of this area. */
export { countGraded, countedAnswersMax, mayCount, readAnswerCounts, recordStatistics } from './answer-counts.ts'
export { countGuestAnswers, countMemberAnswers, recountStep, type VersionedAnswer } from './item-tallies.ts'
export { flagQuestions, listCurrentStatistics, listVersionStatistics, type VersionStatistics } from './question-statistics.ts'
