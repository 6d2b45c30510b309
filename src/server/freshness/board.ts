/** The administrators' list of questions by freshness, twenty per page. Questions that have been in their state longest come first. */
import { sql, type RawBuilder } from 'kysely'
import { dayMs } from '#exam/duration.ts'
import { findGroundingAddress } from '#exam/grounding-address.ts'
import {
  freshnessStates,
  isSamePlace,
  type CitedPlace,
  type FreshnessList,
  type FreshnessReason,
  type FreshnessSetter,
  type FreshnessState,
  type PageOutcome,
  type PagePart,
  type TextChange,
} from '#exam/freshness.ts'
import { plainText, shorten } from '#exam/plain-text.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import { pageAfterKey } from '#server/db/paging.ts'
import type { Db } from '#server/db/tables.ts'
import { latestConfirmation, readPlaces } from '#server/freshness/rate-questions.ts'
import { compareTexts } from '#server/freshness/readable-diff.ts'

/** `olderThanDays`: questions that have been in their state for at least this many days. `after`: the `next` of the previous page. */
export type FreshnessFilter = {
  list: FreshnessList
  examId?: string | undefined
  objective?: string | undefined
  olderThanDays?: number | undefined
  after?: string | undefined
}

/** A cited page with the latest check of the cited lines, if there is one. */
export type ListedPage = {
  part: PagePart
  place: CitedPlace
  sha256: string | undefined
  title: string | undefined
  pageDate: string | undefined
  /** Where the page is published; `undefined` if that is not known. */
  address: string | undefined
  check:
    | { outcome: PageOutcome; at: Date; commit: string; path: string | null; lines: string | null; changes: TextChange[] | undefined }
    | undefined
}

/** `version` increases when the state changes. `actor` is the email address of the person who set the state, if a person did. */
export type ListedFreshness = {
  questionId: string
  examId: string
  /** The first words of the question. */
  question: string
  isPublished: boolean
  objective: string | null
  outlineVersion: string | null
  state: FreshnessState
  reason: FreshnessReason | null
  since: Date
  setBy: FreshnessSetter
  actor: string | null
  checkedOn: string | null
  version: number
  pages: ListedPage[]
}

const pageSize = 20
const firstWordsLengthMax = 200

export async function listFreshness(
  db: Db,
  filter: FreshnessFilter,
  now: Date,
): Promise<{ questions: ListedFreshness[]; next: string | undefined }> {
  const { list, examId, objective, olderThanDays } = filter
  const after = parseKey(filter.after)
  const found = await db
    .selectFrom('question_freshness')
    .select(['question_id', 'since'])
    .where('state', '=', list === 'unchecked' ? 'current' : list)
    .$if(list === 'unchecked', (query) => query.where('checked_on', 'is', null))
    .$if(list === 'current', (query) => query.where('checked_on', 'is not', null))
    .$if(examId !== undefined, (query) => query.where('exam_id', '=', examId ?? ''))
    .$if(objective !== undefined, (query) => query.where('objective', '=', objective ?? ''))
    .$if(olderThanDays !== undefined, (query) => query.where('since', '<=', new Date(now.getTime() - (olderThanDays ?? 0) * dayMs)))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(since, question_id) > (${after?.since ?? ''}::timestamptz, ${after?.id ?? ''}::uuid)`),
    )
    .orderBy('since')
    .orderBy('question_id')
    .limit(pageSize + 1)
    .execute()
  const { rows, last } = pageAfterKey(found, pageSize)
  const questions = await readFreshness(
    db,
    rows.map(({ question_id }) => question_id),
  )
  return { questions, next: last && `${last.since.toISOString()}_${last.question_id}` }
}

/** Everything that is known about the freshness of these questions, in their order. Deleted questions are left out. */
export async function readFreshness(db: Db, ids: readonly string[]): Promise<ListedFreshness[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('questions')
    .innerJoin('question_freshness as known', 'known.question_id', 'questions.id')
    .leftJoin('users', 'users.id', 'known.actor_id')
    .leftJoin('outlines', 'outlines.certification_id', 'questions.exam_id')
    .select(['questions.id', 'questions.exam_id', 'questions.text', 'questions.state as published', 'grounding', 'questions.objective'])
    .select([
      'known.state',
      'reason',
      'since',
      'set_by',
      'checked_on',
      'known.version',
      'users.email',
      'outlines.version as outlineVersion',
    ])
    .select([
      latestConfirmation.as('confirmation'),
      sql<string | null>`(
        select one ->> 'text' from jsonb_array_elements(outlines.objectives) as one where one ->> 'id' = questions.objective
      )`.as('objectiveText'),
    ])
    .where('questions.id', 'in', ids)
    .execute()
  const checks = await db.selectFrom('page_checks').selectAll().where('question_id', 'in', ids).execute()
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) return []
    const { grounding } = row
    return {
      questionId: id,
      examId: row.exam_id,
      question: shorten(plainText(row.text), firstWordsLengthMax),
      isPublished: row.published === 'published',
      objective: row.objectiveText ?? row.objective,
      outlineVersion: row.outlineVersion,
      state: row.state,
      reason: row.reason,
      since: row.since,
      setBy: row.set_by,
      actor: row.email,
      checkedOn: row.checked_on,
      version: row.version,
      pages: readPlaces(row).places.map(({ part, place, sha256 }) => {
        const check = checks.find((one) => one.question_id === id && one.part === part && isSamePlace(one, place))
        const source = part === 'page' ? grounding : grounding?.second_source
        return {
          part,
          place,
          sha256: check?.lines_sha256 ?? sha256,
          title: source?.title,
          pageDate: source?.page_date,
          address: findGroundingAddress(place),
          check: check && {
            outcome: check.outcome,
            at: check.checked_at,
            commit: check.newest_commit,
            path: check.newest_path,
            lines: check.newest_lines,
            changes: check.old_text === null ? undefined : compareTexts(check.old_text, check.new_text ?? ''),
          },
        }
      }),
    }
  })
}

export type FreshnessCounts = { examId: string } & Record<FreshnessList, number>

/** How many questions each list has, by exam. Exams without questions are left out. */
export async function countFreshness(db: Db): Promise<FreshnessCounts[]> {
  const count = (condition: RawBuilder<unknown>) => sql<number>`(count(*) filter (where ${condition}))::int`
  return (
    db
      .selectFrom('question_freshness')
      .select([
        'exam_id as examId',
        count(sql`state = 're-check'`).as('re-check'),
        count(sql`state = 'orphaned'`).as('orphaned'),
        count(sql`state = 'current' and checked_on is null`).as('unchecked'),
        count(sql`state = 'current' and checked_on is not null`).as('current'),
      ])
      // Lists all states, so that an index can find the rows.
      .where('state', 'in', freshnessStates)
      .groupBy('exam_id')
      .orderBy('exam_id')
      .execute()
  )
}

/** `2026-11-24T12:00:00.000Z_<id>`; `undefined` for other text. */
function parseKey(text: string | undefined): { since: string; id: string } | undefined {
  const [since = '', id = ''] = (text ?? '').split('_')
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(since) && Number.isFinite(Date.parse(since)) && isUuid(id) ? { since, id } : undefined
}
