/** When the page of a certification last changed, for those who ask again only what has. */
import type { ExpressionBuilder } from 'kysely'
import type { Db, Tables } from '#server/db/tables.ts'

/** `changedOn` is an ISO day in UTC; `undefined` where nothing says when. */
export type CertificationChange = { readonly id: string; readonly changedOn: string | undefined }

/**
 * Every certification with the newest of: the days its facts were checked, when it was saved, when a published question
 * was added or saved. What lies after `now`, as a date in an imported file may, says nothing yet. In the order of ids.
 */
export async function listCertificationChanges(db: Db, now: Date): Promise<CertificationChange[]> {
  const rows = await db
    .selectFrom('certifications')
    .select(['id', 'updated_at', 'sources'])
    .select((row) => [
      published(row).select('created_at').where('created_at', '<=', now).orderBy('created_at', 'desc').limit(1).as('added_at'),
      published(row)
        .select('updated_at')
        .orderBy('updated_at', (order) => order.desc().nullsLast())
        .limit(1)
        .as('question_saved_at'),
    ])
    .orderBy('id')
    .execute()
  return rows.map(({ id, updated_at, sources, added_at, question_saved_at }) => {
    const instants = [updated_at, added_at, question_saved_at].map((instant) => instant?.toISOString().slice(0, 10))
    const checked = Object.values(sources).map(({ checkedOn }) => checkedOn)
    return { id, changedOn: newestDay([...instants, ...checked], now) }
  })
}

/** The newest of some ISO days that is not after `now`. */
export function newestDay(days: readonly (string | undefined)[], now: Date): string | undefined {
  const today = now.toISOString().slice(0, 10)
  return days.reduce((newest, day) => (day !== undefined && day <= today && day > (newest ?? '') ? day : newest), undefined)
}

/** In the narrow entries, whose two indexes each begin with the answer: one entry is read, however many there are. */
function published(row: ExpressionBuilder<Tables, 'certifications'>) {
  return row.selectFrom('question_entries').whereRef('exam_id', '=', 'certifications.id').where('state', '=', 'published')
}
