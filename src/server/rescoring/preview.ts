/** What a corrected answer key would change, before anything is changed. Nothing is written. */
import { sql } from 'kysely'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db } from '#server/db/tables.ts'
import { answerColumns, gradeAgain, isUnscored, type GivenAnswer } from '#server/rescoring/answers.ts'
import { sumEffect, type ChangedAttempts, type RescoreEffect } from '#server/rescoring/effect.ts'
import { readRescoreVersions, type KeptReason, type RescoreVersions } from '#server/rescoring/versions.ts'

export type RescorePreviewData = RescoreEffect & {
  /** Review cards that are scheduled again. */
  cards: number
  /** Members whose latest answer to the question gets a different grade, so their progress changes too. */
  progress: number
  /** Attempts that keep their result, because their version cannot be compared with the corrected one. */
  kept: { version: number; reason: KeptReason; attempts: number }[]
}

/**
 * What would change if attempts with earlier versions of a question were scored again. With `fromVersions`, only these earlier versions are
 * considered. Returns `undefined` if the question never had the corrected version.
 */
export async function previewRescore(
  db: Db,
  questionId: string,
  fromVersions: readonly number[] | undefined,
  toVersion: number,
): Promise<RescorePreviewData | undefined> {
  if (!isUuid(questionId)) return undefined
  const versions = await readRescoreVersions(db, questionId, toVersion, fromVersions)
  if (!versions) return undefined
  const groups = await listAnswerGroups(db, questionId, toVersion)
  const rescored = groups.flatMap((group) => {
    const isCorrect = gradeAgain(group, versions)
    return isCorrect === undefined ? [] : [{ ...group, isChanged: isCorrect !== group.wasCorrect }]
  })
  const changed = rescored.filter(({ isChanged }) => isChanged)
  const changedMembers = countMembers(changed)
  const totals = { attempts: sumAttempts(rescored), members: countMembers(rescored), changedMembers }
  return {
    ...sumEffect(totals, changed),
    // Each of these members has a card, unless the question was deleted.
    cards: (await exists(db, questionId)) ? changedMembers : 0,
    progress: sumAttempts(changed.filter(({ isLatest }) => isLatest)),
    kept: listKept(groups, versions, fromVersions),
  }
}

/** Attempts with the same answer, graded with the same version. `isLatest`: it is the member's latest answer to the question. */
type AnswerGroup = GivenAnswer & ChangedAttempts & { isLatest: boolean; userIds: string[] }

async function listAnswerGroups(db: Db, questionId: string, toVersion: number): Promise<AnswerGroup[]> {
  const { version, answer, seed } = answerColumns(questionId)
  const latest = db
    .selectFrom('final_answers')
    .distinctOn('user_id')
    .select('attempt_id')
    .where('question_id', '=', questionId)
    .orderBy('user_id')
    .orderBy('finalized_at', 'desc')
    .orderBy('attempt_id', 'desc')
    .as('latest')
  const given = selectEarlier(db, questionId, toVersion)
    .leftJoin(latest, 'latest.attempt_id', 'given.attempt_id')
    .select([version.as('version'), answer.as('answer'), seed.as('seed')])
    .select(['given.user_id', 'given.is_correct as wasCorrect', 'attempts.total'])
    .select(sql<number | null>`case when not ${isUnscored(questionId)} then attempts.correct end`.as('correct'))
    .select(sql<boolean>`attempts.simulation is not null`.as('isSimulation'))
    .select(sql<boolean>`latest.attempt_id is not null`.as('isLatest'))
    .as('given')
  const shared = ['version', 'answer', 'seed', 'wasCorrect', 'correct', 'total', 'isSimulation', 'isLatest'] as const
  return db
    .selectFrom(given)
    .select(shared)
    .select([sql<number>`count(*)::int`.as('attempts'), sql<string[]>`array_agg(user_id)`.as('userIds')])
    .groupBy(shared)
    .execute()
}

/** How many attempts are scored again. */
export async function countRescorable(db: Db, questionId: string, { from, toVersion }: RescoreVersions): Promise<number> {
  const { version } = answerColumns(questionId)
  const { count } = await selectEarlier(db, questionId, toVersion)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<boolean>`${version} = any(${[...from]}::int4[])`)
    .executeTakeFirstOrThrow()
  return count
}

/** The answers that were graded with a version before the corrected one, or whose row has no version. */
function selectEarlier(db: Db, questionId: string, toVersion: number) {
  return db
    .selectFrom('final_answers as given')
    .innerJoin('attempts', 'attempts.id', 'given.attempt_id')
    .where('given.question_id', '=', questionId)
    .where((where) => where.or([where('given.version', 'is', null), where('given.version', '<', toVersion)]))
}

async function exists(db: Db, questionId: string): Promise<boolean> {
  return (await db.selectFrom('questions').select('id').where('id', '=', questionId).executeTakeFirst()) !== undefined
}

function countMembers(groups: readonly { userIds: string[] }[]): number {
  return new Set(groups.flatMap(({ userIds }) => userIds)).size
}

function listKept(
  groups: readonly AnswerGroup[],
  { from, keptReasonOf }: RescoreVersions,
  fromVersions: readonly number[] | undefined,
): RescorePreviewData['kept'] {
  const kept = new Map<number, number>()
  for (const { version, attempts } of groups) if (!from.includes(version)) kept.set(version, (kept.get(version) ?? 0) + attempts)
  return [...kept]
    .filter(([version]) => fromVersions?.includes(version) ?? true)
    .map(([version, attempts]) => ({ version, reason: keptReasonOf(version) ?? 'missing', attempts }))
    .toSorted((a, b) => a.version - b.version)
}

function sumAttempts(groups: readonly { attempts: number }[]): number {
  return groups.reduce((sum, { attempts }) => sum + attempts, 0)
}
