/** The public change log of a certification: what was corrected or left unchanged after reports, when, and why. It contains no names. */
import { sql } from 'kysely'
import { loggedKinds, type LoggedKind } from '#exam/reports/challenge.ts'
import { plainText, shorten } from '#exam/plain-text.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import { pageAfterKey } from '#server/db/paging.ts'
import type { Db } from '#server/db/tables.ts'
import { listCorrectedFields, type CorrectedField } from '#server/challenges/corrected-fields.ts'

/**
 * `question`: the first words; `undefined`, with empty `fields`, if candidates can no longer get the question. `at` is ISO text.
 */
export type LoggedChange = {
  id: string
  at: string
  kind: LoggedKind
  publicReason: string
  question: string | undefined
  skillArea: string | undefined
  /** What differs between the reported and the corrected version. */
  fields: CorrectedField[]
}

const firstWordsLengthMax = 200

/** As a literal, so that prepared statements use the partial index. */
const isDecided = sql<boolean>`challenges.state in ('confirmed', 'rejected')`
const kindOf = sql<LoggedKind>`case when challenges.state = 'rejected' then 'unchanged' else challenges.correction end`

/** The decisions about questions of a certification, latest first. `before`: the `next` of the previous page. Without `kind`, all kinds. */
export async function listChanges(
  db: Db,
  certificationId: string,
  { before, size, kind }: { before?: string | undefined; size: number; kind?: LoggedKind | undefined },
): Promise<{ changes: LoggedChange[]; next: string | undefined }> {
  const found = await db
    .selectFrom('challenges')
    .leftJoin('questions', (join) => join.onRef('questions.id', '=', 'challenges.question_id').on('questions.state', '=', 'published'))
    .select(['challenges.id', 'decided_at', kindOf.as('kind'), 'public_reason', 'questions.text', 'questions.skill_area'])
    .select(['challenges.question_id', 'reported_version', 'corrected_version'])
    .where('challenges.certification_id', '=', certificationId)
    .where(isDecided)
    .$if(kind !== undefined, (query) => query.where(sql<boolean>`${kindOf} = ${kind}`))
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
    rows.flatMap(({ id, kind: ofRow, question_id: questionId, reported_version: from, corrected_version: to, text }) =>
      ofRow === 'unchanged' || to === null || text === null ? [] : [{ id, questionId, from, to }],
    ),
  )
  const changes = rows.map((row) => ({
    id: row.id,
    at: row.decided_at?.toISOString() ?? '',
    kind: row.kind,
    publicReason: row.public_reason ?? '',
    question: row.text === null ? undefined : shorten(plainText(row.text), firstWordsLengthMax),
    skillArea: row.skill_area ?? undefined,
    fields: fields.get(row.id) ?? [],
  }))
  return { changes, next: last?.id }
}

/** How many decisions of each kind a certification has. Kinds without decisions are left out. */
export async function countChanges(db: Db, certificationId: string): Promise<{ kind: LoggedKind; count: number }[]> {
  const rows = await db
    .selectFrom('challenges')
    .select([kindOf.as('kind'), sql<number>`count(*)::int`.as('count')])
    .where('certification_id', '=', certificationId)
    .where(isDecided)
    .groupBy('kind')
    .execute()
  return loggedKinds.flatMap((kind) => rows.filter((row) => row.kind === kind))
}

/** The ISO day of the latest decision, for each certification that has one. */
export async function listLatestChanges(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('certifications')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('challenges')
          .select('decided_at')
          .whereRef('certification_id', '=', 'certifications.id')
          .where(isDecided)
          .orderBy('decided_at', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['certifications.id', 'latest.decided_at'])
    .execute()
  return new Map(rows.flatMap(({ id, decided_at }) => (decided_at ? [[id, decided_at.toISOString().slice(0, 10)] as const] : [])))
}
