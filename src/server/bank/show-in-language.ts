/** Replaces the texts of questions and case studies with their translations, for pages and files that the server generates. */
import { toBankItem, type BankItem, type BankQuestion } from '#exam/bank-file/index.ts'
import { showQuestion } from '#exam/option-order.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import { type QuestionLanguage } from '#exam/question-language.ts'
import { showCaseStudy, showTranslation } from '#exam/shown-translation.ts'
import { orderTranslation } from '#exam/translation-order.ts'
import type { TranslationLanguage } from '#exam/translation.ts'
import { listCaseStudyTranslations } from '#server/bank/case-study-translations.ts'
import { questionColumns, readBankQuestion } from '#server/bank/question-rows.ts'
import { listTranslations } from '#server/bank/translations.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db } from '#server/db/tables.ts'

type Printed = { questions: Question[]; caseStudies: CaseStudy[] }

/** `questions` have their options in bank order; in the result, the seed determines the order. Texts without a translation stay in English. */
export async function showInLanguage(
  db: Db,
  choice: QuestionLanguage,
  questions: readonly Question[],
  caseStudies: readonly CaseStudy[],
  seed?: string,
): Promise<Printed> {
  if (choice === 'en') return { questions: questions.map((question) => showQuestion(question, seed)), caseStudies: [...caseStudies] }
  const translations = new Map((await listTranslations(db, 'fr', questions)).map((translation) => [translation.id, translation]))
  const ids = caseStudies.map(({ id }) => id)
  const others = new Map((await listCaseStudyTranslations(db, 'fr', ids)).map((translation) => [translation.id, translation]))
  return {
    questions: questions.map((question) => {
      const shown = showQuestion(question, seed)
      const translation = translations.get(question.id)
      return translation ? showTranslation(shown, orderTranslation(translation, question, seed), choice) : shown
    }),
    caseStudies: caseStudies.map((caseStudy) => {
      const translation = others.get(caseStudy.id)
      return translation ? showCaseStudy(caseStudy, translation, choice) : caseStudy
    }),
  }
}

/** A question, drafts included, with the fields that only administrators need. */
export async function findBankQuestion(db: Db, id: string): Promise<BankQuestion | undefined> {
  if (!isUuid(id)) return undefined
  const row = await db.selectFrom('questions').select(questionColumns).where('id', '=', id).executeTakeFirst()
  return row && readBankQuestion(row)
}

/** An item whose texts are in `language`. `is_outdated`: the English question has changed since it was translated. */
export type ItemInLanguage = BankItem & { readonly language: TranslationLanguage | 'en'; readonly is_outdated?: true }

/** Questions without a translation stay in English. */
export async function listItemsInLanguage(
  db: Db,
  language: TranslationLanguage,
  questions: readonly BankQuestion[],
): Promise<ItemInLanguage[]> {
  const translations = new Map((await listTranslations(db, language, questions)).map((translation) => [translation.id, translation]))
  return questions.map((question) => {
    const { isOutdated, ...translation } = translations.get(question.id) ?? {}
    const item = { ...toBankItem({ ...question, ...translation }), language: translations.has(question.id) ? language : ('en' as const) }
    return isOutdated ? { ...item, is_outdated: true } : item
  })
}
