/** Pinned questions: an attempt stores the version of each question it started with. Later edits do not change the attempt. */
import { sql } from 'kysely'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import { shuffleQuestion } from '#exam/planning/simulation.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { PinnedQuestion, SimulationTerms } from '#server/db/attempt-tables.ts'
import type { Db } from '#server/db/tables.ts'
import { listFreshnessFacts } from '#server/freshness/index.ts'
import { listImportedQuestions } from '#server/practice/imported-questions.ts'
import { parseStoredVersion } from '#server/practice/stored-version.ts'
import { listLanguages, listOutlineFacts, nameLanguages, questionColumns, readBankQuestion, sourceOf } from '#server/bank/index.ts'

/**
 * Pins questions of a certification to their current versions, in the order of the ids. A deleted or withdrawn question is
 * pinned to its last published version. `version` is `null` for an id that was never a published question of the certification.
 */
export async function pinQuestions(db: Db, certificationId: string, ids: readonly string[]): Promise<PinnedQuestion[]> {
  const uuids = ids.filter(isUuid)
  if (uuids.length === 0) return ids.map((id) => ({ id, version: null }))
  const current = await db
    .selectFrom('questions')
    .select(['id', 'version'])
    .where('id', 'in', uuids)
    .where('exam_id', '=', certificationId)
    .where('state', '=', 'published')
    .execute()
  const versions = new Map(current.map(({ id, version }) => [id, version]))
  const missing = uuids.filter((id) => !versions.has(id))
  if (missing.length > 0) {
    const earlier = await db
      .selectFrom('question_versions')
      .select(['question_id', sql<number>`max(version)`.as('version')])
      .where('question_id', 'in', missing)
      .where(sql<string>`item ->> 'exam_id'`, '=', certificationId)
      .where(sql<string>`item ->> 'state'`, '=', 'published')
      .groupBy('question_id')
      .execute()
    for (const { question_id, version } of earlier) versions.set(question_id, version)
  }
  return ids.map((id) => ({ id, version: versions.get(id) ?? null }))
}

/**
 * The questions of an attempt in its order, in their pinned versions. The options of a simulation are shuffled by its seed.
 * Questions without a stored version are left out, so results do not count them.
 */
export async function listPinnedQuestions(
  db: Db,
  { pinned, simulation }: { pinned: readonly PinnedQuestion[]; simulation: SimulationTerms | null },
): Promise<Question[]> {
  const questions = await listPinnedVersions(db, { pinned, simulation })
  const outlines = await listOutlineFacts(db, [...new Set(questions.map(({ examId }) => examId))])
  const freshness = await listFreshnessFacts(
    db,
    questions.map(({ id }) => id),
  )
  const languages = await listLanguages(
    db,
    questions.map(({ id }) => id),
  )
  return questions.map(({ version, ...question }) => {
    // An imported question is not in this bank, so its source and translations are unknown.
    if (version === unknownVersion) return question
    const { id, reference, grounding, objective, examId } = question
    const source = sourceOf({ version, reference, grounding, objective }, outlines.get(examId), freshness.get(id))
    return { ...question, source, ...nameLanguages(languages.get(id)) }
  })
}

/** The version of an imported question. */
const unknownVersion = 0

/**
 * Like `listPinnedQuestions`, but without sources and languages, which grading does not need. `canCorrect`: whether a corrected version may
 * replace the pinned one, if the answer key has been corrected and the corrected version asks the same thing (`rescoring`).
 */
export async function listPinnedVersions(
  db: Db,
  { pinned, simulation }: { pinned: readonly PinnedQuestion[]; simulation: SimulationTerms | null },
  canCorrect: (id: string) => boolean = () => false,
): Promise<(BankQuestion & { version: number })[]> {
  const versionOf = new Map(pinned.flatMap(({ id, version }) => (version === null ? [] : [[id, version] as const])))
  const imported = await listImportedQuestions(db, pinned)
  if (versionOf.size === 0 && imported.size === 0) return []
  const rows =
    versionOf.size === 0
      ? []
      : await db
          .selectFrom('questions')
          .select([...questionColumns, 'version', corrections.as('corrections')])
          .where('id', 'in', [...versionOf.keys()])
          .execute()
  for (const { id, corrections: own } of rows) if (canCorrect(id)) versionOf.set(id, correctedVersion(versionOf.get(id) ?? 0, own))
  const found = new Map<string, BankQuestion>(
    rows.flatMap((row) => (row.version === versionOf.get(row.id) ? [[row.id, readBankQuestion(row)] as const] : [])),
  )
  const missing = [...versionOf.keys()].filter((id) => !found.has(id))
  if (missing.length > 0) {
    const earlier = await db
      .selectFrom('question_versions')
      .select(['question_id', 'version', 'item'])
      .where('question_id', 'in', missing)
      .execute()
    for (const { question_id, version, item } of earlier) {
      const question = version === versionOf.get(question_id) ? parseStoredVersion(item) : undefined
      if (question) found.set(question_id, question)
    }
  }
  return pinned.flatMap(({ id, version, imported: importedId }) => {
    const question = importedId === undefined ? found.get(id) : imported.get(importedId)
    if (!question) return []
    const shown = simulation ? shuffleQuestion(question, simulation.seed) : question
    return { ...shown, version: versionOf.get(id) ?? version ?? unknownVersion }
  })
}

type Correction = { from: number[]; to: number }

/** SQL for queries of `questions`: the corrections of the answer key. `null` if there are none. */
const corrections = sql<Correction[] | null>`(
  select jsonb_agg(jsonb_build_object('from', from_versions, 'to', to_version)) from rescores where question_id = questions.id)`

function correctedVersion(version: number, all: readonly Correction[] | null): number {
  return Math.max(version, ...(all ?? []).filter(({ from }) => from.includes(version)).map(({ to }) => to))
}

/**
 * SQL for queries of `attempts`: the name of the skill area of the attempt's first question that has a version, in that version. `null` when
 * the version is not stored. The certification's outline may have changed since the attempt started.
 */
export const pinnedSkillArea = sql<string | null>`(
  select coalesce(question.skill_area, earlier.item ->> 'skill_area')
  from jsonb_path_query_first(attempts.questions, '$[*] ? (@.version != null)') as first (pinned)
  left join questions as question on question.id = (pinned ->> 'id')::uuid and question.version = (pinned ->> 'version')::integer
  left join question_versions as earlier on earlier.question_id = (pinned ->> 'id')::uuid and earlier.version = (pinned ->> 'version')::integer)`

export async function findPinnedSkillArea(db: Db, attemptId: string): Promise<string | undefined> {
  const row = await db.selectFrom('attempts').select(pinnedSkillArea.as('area')).where('id', '=', attemptId).executeTakeFirst()
  return row?.area ?? undefined
}

/** The current case studies of these questions. */
export async function listPinnedCaseStudies(db: Db, questions: readonly Question[]): Promise<CaseStudy[]> {
  const ids = [...new Set(questions.flatMap(({ caseStudyId }) => caseStudyId ?? []))]
  if (ids.length === 0) return []
  return db.selectFrom('case_studies').select(['id', 'title', 'content']).where('id', 'in', ids).orderBy('id').execute()
}
