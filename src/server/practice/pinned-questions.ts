/** The questions of an attempt, in the versions it was asked: what was saved of them later does not change it. */
import { sql } from 'kysely'
import { parseBankItem } from '#exam/bank-file/index.ts'
import type { ItemDefaults } from '#exam/bank-file/index.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import { shuffleQuestion } from '#exam/simulation.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { PinnedQuestion, Db, SimulationTerms } from '#server/db/tables.ts'
import { questionColumns, readBankQuestion } from '#server/bank/index.ts'

/**
 * The versions in which questions of a certification would be asked now, in the order of the ids. Of those that were deleted
 * or withdrawn meanwhile, the last published one; `null` for ids that never were published questions of this certification.
 */
export async function pinQuestions(db: Db, certificationId: string, ids: readonly string[]): Promise<PinnedQuestion[]> {
  const possible = ids.filter(isUuid)
  if (possible.length === 0) return ids.map((id) => ({ id, version: null }))
  const current = await db
    .selectFrom('questions')
    .select(['id', 'version'])
    .where('id', 'in', possible)
    .where('exam_id', '=', certificationId)
    .where('state', '=', 'published')
    .execute()
  const versions = new Map(current.map(({ id, version }) => [id, version]))
  const gone = possible.filter((id) => !versions.has(id))
  if (gone.length > 0) {
    const kept = await db
      .selectFrom('question_versions')
      .select(['question_id', sql<number>`max(version)`.as('version')])
      .where('question_id', 'in', gone)
      .where(sql<string>`item ->> 'exam_id'`, '=', certificationId)
      .where(sql<string>`item ->> 'state'`, '=', 'published')
      .groupBy('question_id')
      .execute()
    for (const { question_id, version } of kept) versions.set(question_id, version)
  }
  return ids.map((id) => ({ id, version: versions.get(id) ?? null }))
}

/**
 * In the order asked, and as they were shown: those of a simulation with their options in the order of its seed. Those of which
 * nothing is kept are left out; results are then counted without them.
 */
export async function readPinnedQuestions(
  db: Db,
  { asked, simulation }: { asked: readonly PinnedQuestion[]; simulation: SimulationTerms | null },
): Promise<Question[]> {
  const questions = await readPinned(db, asked)
  return simulation ? questions.map((question) => shuffleQuestion(question, simulation.seed)) : questions
}

async function readPinned(db: Db, asked: readonly PinnedQuestion[]): Promise<Question[]> {
  const pinned = asked.filter(({ version }) => version !== null)
  if (pinned.length === 0) return []
  const ids = pinned.map(({ id }) => id)
  const rows = await db
    .selectFrom('questions')
    .select([...questionColumns, 'version'])
    .where('id', 'in', ids)
    .execute()
  const versionOf = new Map(pinned.map(({ id, version }) => [id, version]))
  const found = new Map<string, Question>(
    rows.flatMap((row) => (row.version === versionOf.get(row.id) ? [[row.id, readBankQuestion(row)] as const] : [])),
  )
  const older = pinned.filter(({ id }) => !found.has(id))
  if (older.length > 0) {
    const kept = await db
      .selectFrom('question_versions')
      .select(['question_id', 'version', 'item'])
      .where(
        'question_id',
        'in',
        older.map(({ id }) => id),
      )
      .execute()
    for (const { question_id, version, item } of kept) {
      const { question } = version === versionOf.get(question_id) ? parseBankItem(item, nothingToFill) : {}
      if (question) found.set(question_id, question)
    }
  }
  return pinned.flatMap(({ id }) => found.get(id) ?? [])
}

/**
 * The name that the skill area of an attempt's first question had when it was asked, `null` when nothing is kept of it: the outline
 * may have changed since. For queries of `attempts`.
 */
export const areaAsAsked = sql<string | null>`(
  select coalesce(question.skill_area, kept.item ->> 'skill_area')
  from jsonb_path_query_first(attempts.questions, '$[*] ? (@.version != null)') as first (asked)
  left join questions as question on question.id = (asked ->> 'id')::uuid and question.version = (asked ->> 'version')::integer
  left join question_versions as kept on kept.question_id = (asked ->> 'id')::uuid and kept.version = (asked ->> 'version')::integer)`

export async function findPinnedSkillArea(db: Db, attemptId: string): Promise<string | undefined> {
  const row = await db.selectFrom('attempts').select(areaAsAsked.as('area')).where('id', '=', attemptId).executeTakeFirst()
  return row?.area ?? undefined
}

/** Case studies of these questions, as they are now. */
export async function readPinnedCaseStudies(db: Db, questions: readonly Question[]): Promise<CaseStudy[]> {
  const ids = [...new Set(questions.flatMap(({ caseStudyId }) => caseStudyId ?? []))]
  if (ids.length === 0) return []
  return db.selectFrom('case_studies').select(['id', 'title', 'content']).where('id', 'in', ids).orderBy('id').execute()
}

/** What is kept is whole. */
const nothingToFill: ItemDefaults = {
  makeId: (text) => {
    throw new Error(`A kept version of a question has no id: ${text.slice(0, 80)}`)
  },
  createdAt: new Date(0).toISOString(),
}
