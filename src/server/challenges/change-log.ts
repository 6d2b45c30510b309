/** The public change log of a certification: what was corrected, when and why. It contains no names. */
import { sql } from 'kysely'
import { corrections, type Correction } from '#exam/reports/challenge.ts'
import { plainText, shorten } from '#exam/plain-text.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import { pageAfterKey } from '#server/db/paging.ts'
import type { Db } from '#server/db/tables.ts'
import { listCorrectedFields, type CorrectedField } from '#server/challenges/corrected-fields.ts'

/** `question`: the first words, `undefined` for a question that candidates can no longer get; then `fields` is empty. `at` is ISO text. */
export type LoggedChange = {
  id: string
  at: string
  correction: Correction
  publicReason: string
  question: string | undefined
  skillArea: string | undefined
  /** What differs between the reported and the corrected version. */
  fields: CorrectedField[]
}

const firstWordsLengthMax = 200

/** The corrections of a certification, the latest first. `before`: the `next` of the previous page. Without `correction`, all kinds. */
export async function listChanges(
  db: Db,
  certificationId: string,
  { before, size, correction }: { before?: string | undefined; size: number; correction?: Correction | undefined },
): Promise<{ changes: LoggedChange[]; next: string | undefined }> {
  const found = await db
    .selectFrom('challenges')
    .leftJoin('questions', (join) => join.onRef('questions.id', '=', 'challenges.question_id').on('questions.state', '=', 'published'))
    .select(['challenges.id', 'decided_at', 'correction', 'public_reason', 'questions.text', 'questions.skill_area'])
    .select(['challenges.question_id', 'reported_version', 'corrected_version'])
    .where('challenges.certification_id', '=', certificationId)
    // As a literal, so that prepared statements use the partial index.
    .where('challenges.state', '=', sql.lit('confirmed'))
    .$if(correction !== undefined, (query) => query.where('correction', '=', correction ?? ''))
    .$if(before !== undefined && isUuid(before), (query) =>
      query.where((row) =>
        row(
          row.refTuple('decided_at', 'challenges.id'),
          '<',
          row
            .selectFrom('challenges as last')
            .select(['last.decided_at', 'last.id'])
            .where('last.id', '=', before ?? '')
            .$asTuple('decided_at', 'id'),
        ),
      ),
    )
    .orderBy('decided_at', 'desc')
    .orderBy('challenges.id', 'desc')
    .limit(size + 1)
    .execute()
  const { rows, last } = pageAfterKey(found, size)
  const fields = await listCorrectedFields(
    db,
    rows.flatMap(({ id, question_id: questionId, reported_version: from, corrected_version: to, text }) =>
      to === null || text === null ? [] : [{ id, questionId, from, to }],
    ),
  )
  const changes = rows.map((row) => ({
    id: row.id,
    at: row.decided_at?.toISOString() ?? '',
    correction: (row.correction ?? 'wording') as Correction,
    publicReason: row.public_reason ?? '',
    question: row.text === null ? undefined : shorten(plainText(row.text), firstWordsLengthMax),
    skillArea: row.skill_area ?? undefined,
    fields: fields.get(row.id) ?? [],
  }))
  return { changes, next: last?.id }
}

/** How many corrections of each kind a certification has. Kinds without corrections are left out. */
export async function countChanges(db: Db, certificationId: string): Promise<{ correction: Correction; count: number }[]> {
  const rows = await db
    .selectFrom('challenges')
    .select(['correction', sql<number>`count(*)::int`.as('count')])
    .where('certification_id', '=', certificationId)
    .where('state', '=', sql.lit('confirmed'))
    .groupBy('correction')
    .execute()
  return corrections.flatMap((correction) => {
    const row = rows.find((one) => one.correction === correction)
    return row ? [{ correction, count: row.count }] : []
  })
}

/** The ISO day of the latest correction of each certification that has one. */
export async function listLatestChanges(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('certifications')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('challenges')
          .select('decided_at')
          .whereRef('certification_id', '=', 'certifications.id')
          .where('state', '=', sql.lit('confirmed'))
          .orderBy('decided_at', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['certifications.id', 'latest.decided_at'])
    .execute()
  return new Map(rows.flatMap(({ id, decided_at }) => (decided_at ? [[id, decided_at.toISOString().slice(0, 10)] as const] : [])))
}
