/** The languages that candidates can choose for translated questions: one language, or both. */
export const questionLanguages = ['en', 'fr', 'both'] as const
export type QuestionLanguage = (typeof questionLanguages)[number]
