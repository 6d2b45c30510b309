/** Updates the freshness of questions after a change of the questions, the outline of their exam, their pages, or their confirmations. */
import { sql } from 'kysely'
import type { Grounding } from '#exam/bank-file/index.ts'
import {
  isSamePlace,
  rateFreshness,
  type CitedPlace,
  type ConfirmedPage,
  type FreshnessSetter,
  type PageOutcome,
  type PagePart,
} from '#exam/freshness.ts'
import { insertedValues } from '#server/db/inserted-values.ts'
import type { Db } from '#server/db/tables.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import { inBatches } from '#server/platform/in-batches.ts'
import { listPlaces } from '#server/freshness/cited-places.ts'

/**
 * What made the states change; `actorId` is the person, if there was one. `isNews`: whether an administrator who has the question open must
 * reload it even if its state is the same.
 */
export type FreshnessCause = { setBy: FreshnessSetter; actorId?: string | null; at: Date; isNews?: (questionId: string) => boolean }

const questionsPerStatement = 200

/**
 * Stores the states of these questions. Must run in the transaction of the change. Increments the content version if candidates see a
 * difference, unless `isPublic` is `false`; then the caller increments it.
 */
export async function rateQuestions(
  db: Db,
  ids: readonly string[],
  cause: FreshnessCause,
  { isPublic = true }: { isPublic?: boolean } = {},
): Promise<void> {
  let isChanged = false
  for (const some of inBatches(ids.toSorted(), questionsPerStatement)) if (await rateSome(db, some, cause)) isChanged = true
  if (isChanged && isPublic) await bumpContentVersion(db)
}

/** Stores which questions of a certification have lost their objective, or have it again. Call it after a change of the outline. */
export async function rateObjectives(db: Db, certificationId: string, at: Date): Promise<void> {
  const outline = await findObjectives(db, [certificationId])
  const known = outline.get(certificationId)
  const rows = await db
    .selectFrom('questions')
    .innerJoin('question_freshness', 'question_id', 'id')
    .select(['id', 'questions.objective', 'reason'])
    .where('questions.exam_id', '=', certificationId)
    .where('questions.objective', 'is not', null)
    .execute()
  const changed = rows.filter(({ objective, reason }) => isRemoved(known, objective) !== (reason === 'objective-removed'))
  await rateQuestions(
    db,
    changed.map(({ id }) => id),
    { setBy: 'outline', at },
  )
}

/** Stores that an applied outline reworded the objectives of these questions. They need a re-check until a person confirms them. */
export async function markReworded(db: Db, ids: readonly string[], { actorId, at }: { actorId: string | null; at: Date }): Promise<void> {
  for (const some of inBatches(ids, questionsPerStatement))
    await db.updateTable('question_freshness').set({ reworded_at: at }).where('question_id', 'in', some).execute()
  await rateQuestions(db, ids, { setBy: 'outline', actorId, at, isNews: () => true })
}

/**
 * Stores the states of questions that this transaction has inserted. Nothing else is stored about them yet, so no query per question is
 * needed. The caller increments the content version.
 */
export async function rateNewQuestions(db: Db, questions: readonly NewQuestion[], cause: FreshnessCause): Promise<void> {
  for (const some of inBatches(questions, questionsPerStatement))
    await storeStates(
      db,
      some.map((question) => ({ ...question, checks: null, confirmation: null, known: null })),
      cause,
    )
}

/** Rates and stores some questions. Returns whether candidates see a difference. */
async function rateSome(db: Db, ids: readonly string[], cause: FreshnessCause): Promise<boolean> {
  const questions = await listRatedQuestions(db, ids)
  if (questions.length === 0) return false
  return storeStates(db, questions, cause)
}

async function storeStates(
  db: Db,
  questions: readonly RatedQuestion[],
  { setBy, actorId = null, at, isNews = () => false }: FreshnessCause,
): Promise<boolean> {
  const objectives = await findObjectives(db, [...new Set(questions.flatMap((row) => (row.objective === null ? [] : row.exam_id)))])
  const rows = questions.map((row) => {
    const { places, checkedOn } = readPlaces(row)
    const pages = places.flatMap(({ part, place }) => {
      const check = row.checks?.find((one) => one.part === part && isSamePlace(one, place))
      return check ? [{ part, outcome: check.outcome }] : []
    })
    const rewordedAt = row.known?.objective === row.objective ? row.known.reworded_at : null
    const isReworded = rewordedAt !== null && !isConfirmedSince(row, checkedOn, rewordedAt)
    const { state, reason } = rateFreshness(pages, isRemoved(objectives.get(row.exam_id), row.objective), isReworded)
    const isSame = row.known?.state === state && row.known.reason === reason && row.known.checked_on === checkedOn
    const version = (row.known?.version ?? 0) + (isSame && !isNews(row.id) ? 0 : 1)
    const rated = { state, reason, checked_on: checkedOn, version, reworded_at: rewordedAt }
    const values = { question_id: row.id, exam_id: row.exam_id, objective: row.objective, ...rated }
    return { row, isSame, values }
  })
  await db
    .insertInto('question_freshness')
    .values(
      rows.map(({ row, isSame, values }) => {
        // A new question counts as current since the day on which a person checked it.
        const first = values.checked_on === null ? row.created_at : new Date(values.checked_on)
        const isFirst = !row.known && values.state === 'current' && first < at
        return {
          ...values,
          ...(isSame && row.known ? keptOf(row.known) : { since: isFirst ? first : at, set_by: setBy, actor_id: actorId }),
        }
      }),
    )
    .onConflict((conflict) => conflict.column('question_id').doUpdateSet(insertedValues(ratedColumns)))
    .execute()
  return rows.some(({ row, isSame }) => !isSame && row.state === 'published')
}

const ratedColumns = ['exam_id', 'objective', 'state', 'reason', 'checked_on', 'since', 'set_by', 'actor_id', 'version', 'reworded_at']

/** Whether a person compared the question with its objective and pages after the instant. */
function isConfirmedSince({ confirmation }: RatedQuestion, checkedOn: string | null, instant: string): boolean {
  const isOnLaterDay = checkedOn !== null && checkedOn > new Date(instant).toISOString().slice(0, 10)
  return isOnLaterDay || (confirmation !== null && new Date(confirmation.confirmed_at) > new Date(instant))
}

type KnownState = {
  objective: string | null
  reworded_at: string | null
  state: string
  reason: string | null
  checked_on: string | null
  since: string
  set_by: FreshnessSetter
  actor_id: string | null
  version: number
}

function keptOf({ since, set_by, actor_id }: KnownState) {
  return { since, set_by, actor_id }
}

type NewQuestion = {
  id: string
  exam_id: string
  objective: string | null
  grounding: Grounding | null
  state: string
  created_at: Date
}

type RatedQuestion = NewQuestion & {
  checks: (CitedPlace & { part: PagePart; outcome: PageOutcome })[] | null
  confirmation: StoredConfirmation | null
  known: KnownState | null
}

type StoredConfirmation = { pages: ConfirmedPage[]; replaced_date: string | null; confirmed_at: string }

/**
 * Locks questions, so that two transactions cannot set their states at the same time. Read everything that a state depends on in a later
 * statement, because this one does not see what other transactions wrote while it waited. Members who answer the questions do not wait.
 */
export async function lockRatedQuestions(db: Db, ids: readonly string[]): Promise<void> {
  await db.selectFrom('questions').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

async function listRatedQuestions(db: Db, ids: readonly string[]): Promise<RatedQuestion[]> {
  await lockRatedQuestions(db, ids)
  return db
    .selectFrom('questions')
    .select(['id', 'exam_id', 'objective', 'grounding', 'state', 'created_at'])
    .select([
      sql<RatedQuestion['checks']>`(
        select jsonb_agg(to_jsonb(page_checks) - 'old_text' - 'new_text') from page_checks where question_id = questions.id
      )`.as('checks'),
      latestConfirmation.as('confirmation'),
      sql<KnownState | null>`(select to_jsonb(known) from question_freshness as known where question_id = questions.id)`.as('known'),
    ])
    .where('id', 'in', ids)
    .execute()
}

/** SQL for queries of `questions`: the latest confirmation of the question, or `null`. */
export const latestConfirmation = sql<StoredConfirmation | null>`(
  select to_jsonb(latest) from question_confirmations as latest where question_id = questions.id order by latest.id desc limit 1
)`

/**
 * The places of a question, and the day on which a person last compared the question with these places. An edit of the texts removes the date
 * in the grounding; then the date of an earlier confirmation does not count either.
 */
export function readPlaces({ grounding, confirmation }: Pick<RatedQuestion, 'grounding' | 'confirmation'>) {
  const date = grounding?.checked_on ?? null
  const isDateReplaced = confirmation !== null && confirmation.replaced_date === date
  const confirmedOn = isDateReplaced ? new Date(confirmation.confirmed_at).toISOString().slice(0, 10) : null
  return {
    places: listPlaces(grounding, confirmation?.pages ?? []),
    checkedOn: confirmedOn !== null && (date === null || confirmedOn > date) ? confirmedOn : date,
  }
}

/** Ids of objectives by certification. Certifications without an outline are missing. */
async function findObjectives(db: Db, certificationIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (certificationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('outlines')
    .select(['certification_id', sql<string[]>`jsonb_path_query_array(objectives, '$[*].id')`.as('ids')])
    .where('certification_id', 'in', certificationIds)
    .execute()
  return new Map(rows.map(({ certification_id, ids }) => [certification_id, new Set(ids)]))
}

/** Without an outline, no objective is known to be removed. */
function isRemoved(known: ReadonlySet<string> | undefined, objective: string | null): boolean {
  return known !== undefined && objective !== null && !known.has(objective)
}
