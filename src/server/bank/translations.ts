/** Translations of questions: reads and writes their rows, and finds out which are out of date. */
import type { Insertable, Selectable } from 'kysely'
import { fitsQuestion, type DeliveredTranslation, type QuestionTranslation, type TranslatedFields } from '#exam/translation.ts'
import { hashOriginal } from '#server/bank/original-hash.ts'
import { insertedValues } from '#server/db/inserted-values.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { inBatches } from '#server/platform/in-batches.ts'

/** `originalHash`: the hash of the question that was translated. */
export type StoredTranslation = QuestionTranslation & { readonly originalHash: string }

const rowsPerStatement = 50
const textColumns = ['original_hash', 'text', 'options', 'pairs', 'completion', 'explanation', 'option_explanations'] as const

/** Inserts or replaces translations. Translations from content files (`at` is `null`) do not replace imported ones. */
export async function saveTranslations(
  db: Db,
  language: string,
  translations: readonly StoredTranslation[],
  at: Date | null = null,
): Promise<void> {
  for (const some of inBatches(translations, rowsPerStatement)) {
    await db
      .insertInto('question_translations')
      .values(some.map((translation) => ({ ...printRow(translation, language), updated_at: at })))
      .onConflict((conflict) => {
        const update = conflict.columns(['question_id', 'language']).doUpdateSet(insertedValues([...textColumns, 'updated_at']))
        return at === null ? update.where('question_translations.updated_at', 'is', null) : update
      })
      .execute()
  }
}

/** Removes translations that were loaded from content files, except those of the questions in `ids`. */
export async function removeLoadedTranslationsExcept(db: Db, language: string, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('question_translations')
    .where('language', '=', language)
    .where('updated_at', 'is', null)
    .$if(ids.length > 0, (rows) => rows.where('question_id', 'not in', ids))
    .execute()
}

/** The languages into which these questions are translated, by question id. Questions without a translation are not in the map. */
export async function listLanguages(db: Db, questionIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (questionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('question_translations')
    .select(['question_id', 'language'])
    .where('question_id', 'in', questionIds)
    .orderBy('language')
    .execute()
  const languages = new Map<string, string[]>()
  for (const { question_id, language } of rows) languages.set(question_id, [...(languages.get(question_id) ?? []), language])
  return languages
}

/** The `languages` field of a translated question. Other questions have no such field. */
export function nameLanguages(languages: readonly string[] | undefined): { languages?: readonly string[] } {
  return languages ? { languages } : {}
}

/**
 * The translations of these questions, in their order, with option letters in bank order. Translations that no longer fit are left out, for
 * example after an option was added.
 */
export async function listTranslations(
  db: Db,
  language: string,
  questions: readonly (TranslatedFields & { readonly id: string })[],
): Promise<DeliveredTranslation[]> {
  if (questions.length === 0) return []
  const rows = await db
    .selectFrom('question_translations')
    .selectAll()
    .where('language', '=', language)
    .where(
      'question_id',
      'in',
      questions.map(({ id }) => id),
    )
    .execute()
  const found = new Map(rows.map((row) => [row.question_id, row]))
  return questions.flatMap((question) => {
    const row = found.get(question.id)
    const translation = row && readRow(row)
    if (!row || !translation || !fitsQuestion(translation, question)) return []
    return [{ ...translation, ...(row.original_hash !== hashOriginal(question) && { isOutdated: true as const }) }]
  })
}

/** The translations of these questions into all languages, as they are stored. */
export async function listStoredTranslations(
  db: Db,
  questionIds: readonly string[],
): Promise<(StoredTranslation & { readonly language: string })[]> {
  if (questionIds.length === 0) return []
  const rows = await db
    .selectFrom('question_translations')
    .selectAll()
    .where('question_id', 'in', questionIds)
    .orderBy('language')
    .execute()
  return rows.map((row) => ({ ...readRow(row), language: row.language, originalHash: row.original_hash }))
}

function readRow(row: Selectable<Tables['question_translations']>): QuestionTranslation {
  return {
    id: row.question_id,
    text: row.text,
    options: row.options,
    pairs: row.pairs,
    ...(row.completion && { completion: row.completion }),
    explanation: row.explanation,
    optionExplanations: row.option_explanations,
  }
}

function printRow(translation: StoredTranslation, language: string): Omit<Insertable<Tables['question_translations']>, 'updated_at'> {
  const { id, originalHash, text, options, pairs, completion, explanation, optionExplanations } = translation
  return {
    question_id: id,
    language,
    original_hash: originalHash,
    text,
    options: JSON.stringify(options),
    pairs: pairs && JSON.stringify(pairs),
    completion: completion ? JSON.stringify(completion) : null,
    explanation,
    option_explanations: JSON.stringify(optionExplanations),
  }
}
