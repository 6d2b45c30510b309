/** When the pages of certifications last changed, for `Last-Modified` and the sitemap. */
import { sql, type Expression, type ExpressionBuilder } from 'kysely'
import type { Db, Tables } from '#server/db/tables.ts'

/** `changedOn` is an ISO day in UTC; `undefined` when unknown. */
export type CertificationChange = { readonly id: string; readonly changedOn: string | undefined }

/**
 * Every certification, ordered by id, with the day of its latest change: its facts were checked, it was saved, or one of its published
 * questions was added, saved, withdrawn, or deleted. Saving or deleting a draft that was published before also counts. Times after `now`,
 * which imported files may contain, are ignored.
 */
export async function listCertificationChanges(db: Db, now: Date): Promise<CertificationChange[]> {
  const rows = await db
    .selectFrom('certifications')
    .leftJoin(questionRemovals(db).as('removed'), 'removed.exam_id', 'certifications.id')
    .select(['id', 'updated_at', 'sources', 'removed_at'])
    .select((row) => [
      entries(row)
        .select('created_at')
        .where('state', '=', 'published')
        .where('created_at', '<=', now)
        .orderBy('created_at', 'desc')
        .limit(1)
        .as('added_at'),
      entries(row)
        .select('updated_at')
        .where((entry) =>
          entry.or([
            entry('state', '=', 'published'),
            entry('exam_id', '=', lastPublishedIn(entry, entry.ref('question_entries.question_id'))),
          ]),
        )
        .orderBy('updated_at', (order) => order.desc().nullsLast())
        .limit(1)
        .as('question_saved_at'),
    ])
    .orderBy('id')
    .execute()
  return rows.map(({ id, updated_at, sources, removed_at, added_at, question_saved_at }) => {
    const checked = Object.values(sources).map(({ checkedOn }) => checkedOn)
    return { id, changedOn: newestDay([...[updated_at, removed_at, added_at, question_saved_at].map(dayOf), ...checked], now) }
  })
}

/** The most recent day on which a certification was changed or deleted. */
export async function findCatalogChange(db: Db, certifications: readonly CertificationChange[], now: Date): Promise<string | undefined> {
  const removed = await db
    .selectFrom('removals')
    .select(({ fn }) => fn.max('removed_at').as('at'))
    .where('kind', '=', 'certification')
    .executeTakeFirst()
  return newestDay([...certifications.map(({ changedOn }) => changedOn), dayOf(removed?.at ?? null)], now)
}

/** The latest of the ISO days that are not after `now`; `undefined` if there are none. */
export function newestDay(days: readonly (string | undefined)[], now: Date): string | undefined {
  const today = now.toISOString().slice(0, 10)
  return days.reduce((newest, day) => (day !== undefined && day <= today && day > (newest ?? '') ? day : newest), undefined)
}

function dayOf(instant: Date | null): string | undefined {
  return instant?.toISOString().slice(0, 10)
}

/** The questions of a certification. `question_entries` has an index for each of the two times, so finding the newest reads few rows. */
function entries(row: ExpressionBuilder<Tables, 'certifications'>) {
  return row.selectFrom('question_entries').whereRef('exam_id', '=', 'certifications.id')
}

/** For each certification, when a question was last deleted from it. A question counts for the certification where it was last published. */
function questionRemovals(db: Db) {
  return db
    .selectFrom('removals')
    .select((removal) => [
      lastPublishedIn(removal, sql<string>`case when kind = 'question' then removals.id::uuid end`).as('exam_id'),
      removal.fn.max('removed_at').as('removed_at'),
    ])
    .where('kind', '=', 'question')
    .groupBy('exam_id')
}

/** The certification of a question's last published version. */
function lastPublishedIn(row: ExpressionBuilder<Tables, keyof Tables>, questionId: Expression<string>) {
  return (
    row
      .selectFrom('question_versions')
      .select((version) => version.ref('item', '->>').key('exam_id').as('exam_id'))
      .where('question_versions.question_id', '=', questionId)
      .where((version) => version(version.ref('item', '->>').key('state'), '=', 'published'))
      .orderBy('version', 'desc')
      // With the limit, the database looks up each question; without it, it would read all versions of all questions.
      .limit(1)
  )
}
