/** Translations of case studies: reads and writes their rows, and finds out which are out of date. */
import type { CaseStudy } from '#exam/question.ts'
import type { DeliveredCaseStudy } from '#exam/translation.ts'
import { hashOriginalCaseStudy } from '#server/bank/original-hash.ts'
import { listCaseStudiesById } from '#server/bank/questions.ts'
import { insertedValues } from '#server/db/inserted-values.ts'
import type { Db } from '#server/db/tables.ts'

/** `originalHash`: the hash of the case study that was translated. */
export type StoredCaseStudyTranslation = CaseStudy & { readonly originalHash: string }

/** Inserts or replaces translations. Translations from content files (`at` is `null`) do not replace imported ones. */
export async function saveCaseStudyTranslations(
  db: Db,
  language: string,
  translations: readonly StoredCaseStudyTranslation[],
  at: Date | null = null,
): Promise<void> {
  if (translations.length === 0) return
  await db
    .insertInto('case_study_translations')
    .values(
      translations.map(({ id, originalHash, title, content }) => ({
        case_study_id: id,
        language,
        original_hash: originalHash,
        title,
        content,
        updated_at: at,
      })),
    )
    .onConflict((conflict) => {
      const update = conflict
        .columns(['case_study_id', 'language'])
        .doUpdateSet(insertedValues(['original_hash', 'title', 'content', 'updated_at']))
      return at === null ? update.where('case_study_translations.updated_at', 'is', null) : update
    })
    .execute()
}

/** Removes translations that were loaded from content files, except those of the case studies in `ids`. */
export async function removeLoadedCaseStudyTranslationsExcept(db: Db, language: string, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('case_study_translations')
    .where('language', '=', language)
    .where('updated_at', 'is', null)
    .$if(ids.length > 0, (rows) => rows.where('case_study_id', 'not in', ids))
    .execute()
}

/** The translations of these case studies, ordered by id. */
export async function listCaseStudyTranslations(db: Db, language: string, ids: readonly string[]): Promise<DeliveredCaseStudy[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('case_study_translations')
    .selectAll()
    .where('language', '=', language)
    .where('case_study_id', 'in', ids)
    .execute()
  const found = new Map(rows.map((row) => [row.case_study_id, row]))
  return (await listCaseStudiesById(db, ids)).flatMap((original) => {
    const row = found.get(original.id)
    if (!row) return []
    const { title, content, original_hash } = row
    return [{ id: original.id, title, content, ...(original_hash !== hashOriginalCaseStudy(original) && { isOutdated: true as const }) }]
  })
}

/** The translations of these case studies into all languages, as they are stored. */
export async function listStoredCaseStudyTranslations(
  db: Db,
  ids: readonly string[],
): Promise<(StoredCaseStudyTranslation & { readonly language: string })[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('case_study_translations').selectAll().where('case_study_id', 'in', ids).orderBy('language').execute()
  return rows.map(({ case_study_id, language, original_hash, title, content }) => ({
    id: case_study_id,
    language,
    originalHash: original_hash,
    title,
    content,
  }))
}
