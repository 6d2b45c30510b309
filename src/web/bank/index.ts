/** The public API of this area. */
export type { LoadedQuestions, QuestionSource } from './question-source.ts'
export { getQuestionSource, useBankIndex, useQuestions } from './use-questions.ts'
