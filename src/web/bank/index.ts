/** The public API of this area. */
export type { LoadedQuestions, QuestionLoader } from './question-loader.ts'
export { createBankTranslations, createListedTranslations, type ListedTranslations, type TranslationSource } from './translation-source.ts'
export { getQuestionLoader, useBankIndex, useQuestions } from './use-questions.ts'
