/** Counts the questions of each objective of an outline, and lists questions without an objective of it, for administrators. */
import { sql } from 'kysely'
import type { Objective } from '#exam/outline.ts'
import { plainText, shorten } from '#exam/plain-text.ts'
import type { Db } from '#server/db/tables.ts'

/** `published` and `drafts` are numbers of questions. */
export type CoveredObjective = Objective & { readonly published: number; readonly drafts: number }
export type MisplacedQuestion = {
  readonly id: string
  readonly words: string
  readonly objective: string | null
  readonly isDraft: boolean
}

export type OutlineCoverage = {
  /** Objectives without a published question come first, then the others; each group is in the order of the outline. */
  readonly objectives: readonly CoveredObjective[]
  /** Questions that name an objective that the outline does not have. */
  readonly orphaned: MisplacedList
  /** Questions that name no objective. */
  readonly unplaced: MisplacedList
}
type MisplacedList = { readonly total: number; readonly listed: readonly MisplacedQuestion[] }

const listedMax = 200
const wordsLengthMax = 90

export async function readCoverage(db: Db, examId: string, objectives: readonly Objective[]): Promise<OutlineCoverage> {
  const counts = await db
    .selectFrom('questions')
    .select(['objective', 'state', sql<number>`count(*)::int`.as('size')])
    .where('exam_id', '=', examId)
    .groupBy(['objective', 'state'])
    .execute()
  const count = (objective: string, state: string) => counts.find((row) => row.objective === objective && row.state === state)?.size ?? 0
  const covered = objectives.map((one) => ({ ...one, published: count(one.id, 'published'), drafts: count(one.id, 'draft') }))
  const known = new Set(objectives.map(({ id }) => id))
  const list = async (isListed: (objective: string | null) => boolean): Promise<MisplacedList> => {
    const own = counts.filter(({ objective }) => isListed(objective))
    const total = own.reduce((sum, { size }) => sum + size, 0)
    return { total, listed: total > 0 ? await listQuestionsOf(db, examId, [...new Set(own.map(({ objective }) => objective))]) : [] }
  }
  return {
    objectives: covered.toSorted((one, other) => Number(one.published > 0) - Number(other.published > 0)),
    orphaned: await list((objective) => objective !== null && !known.has(objective)),
    unplaced: await list((objective) => objective === null),
  }
}

async function listQuestionsOf(db: Db, examId: string, objectives: readonly (string | null)[]): Promise<MisplacedQuestion[]> {
  const ids = objectives.filter((id) => id !== null)
  const rows = await db
    .selectFrom('questions')
    .select(['id', 'text', 'objective', 'state'])
    .where('exam_id', '=', examId)
    .$if(ids.length > 0, (query) => query.where('objective', 'in', ids))
    .$if(ids.length === 0, (query) => query.where('objective', 'is', null))
    .orderBy('created_at')
    .orderBy('id')
    .limit(listedMax)
    .execute()
  return rows.map(({ id, text, objective, state }) => ({
    id,
    objective,
    words: shorten(plainText(text), wordsLengthMax),
    isDraft: state === 'draft',
  }))
}
