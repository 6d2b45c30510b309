/**
 * The member's exam dates, for pages that are the same for everyone. `GET` returns an `ExamDatesResponse`. `POST` takes a form about one
 * exam and returns the same type, or a problem whose `refusals` have the codes of `ExamDateProblems`:
 *
 * | fields                     | effect                                                                                       |
 * |----------------------------|----------------------------------------------------------------------------------------------|
 * | `certification`, `day`     | sets the date, `2026-12-17`                                                                  |
 * | `certification`, `outcome` | saves how the exam went: `passed`, `not_yet` or `not_taken`                                  |
 * | `certification`, `isUnsure`| saves which exam the member prepares for without a date; no `certification` if not sure yet  |
 * | `remove`                   | removes the date of this certification                                                       |
 */
import type { Services } from '#server/services.ts'
import { servicesContext } from '#web/context.ts'
import { privateJson, problem } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import type { Route } from './+types/exam-dates.ts'
import {
  examOutcomes,
  findLocalToday,
  listExamDates,
  removeExamDate,
  saveExamDate,
  saveExamOutcome,
  savePreparation,
  type ExamDate,
  type ExamDateProblems,
} from '#server/exam-dates/index.ts'
import { findViewerOfPage } from '#web/accounts/index.server.ts'
import { readFields } from '#web/accounts/index.ts'

export type ExamDatesResponse = { today: string; dates: ExamDate[] }

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await findViewerOfPage(context, request)
  if (!viewer) return refuse('SIGNED_OUT')
  return privateJson(await readDates(context.get(servicesContext).db, viewer.id, new Date()))
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await findViewerOfPage(context, request)
  if (!viewer) return refuse('SIGNED_OUT')
  const { values, problem: unreadable } = await readFields(request, fieldNames)
  if (unreadable) return problem(400, 'Unreadable form', 'Send each field once, as text.', { code: unreadable })
  const { db } = context.get(servicesContext)
  const now = new Date()
  const problems = await changeDates(db, viewer.id, values, now)
  if (problems) {
    const refusals = Object.entries(problems).map(([field, reason]) => ({ field, reason }))
    return problem(422, 'Exam date refused', 'Correct the fields named in refusals and send it again.', { refusals })
  }
  return privateJson(await readDates(db, viewer.id, now))
}

const fieldNames = ['certification', 'day', 'outcome', 'isUnsure', 'remove'] as const

async function changeDates(
  db: Services['db'],
  userId: string,
  { certification, day, outcome: outcomeText, isUnsure, remove }: Record<(typeof fieldNames)[number], string>,
  now: Date,
): Promise<ExamDateProblems | undefined> {
  if (remove !== '') {
    await removeExamDate(db, userId, remove, now)
    return undefined
  }
  if (isUnsure !== '') return savePreparation(db, userId, certification)
  if (outcomeText === '') return saveExamDate(db, userId, { certification, day }, now)
  const outcome = examOutcomes.find((one) => one === outcomeText)
  const isSaved = outcome !== undefined && (await saveExamOutcome(db, userId, certification, outcome, now))
  return isSaved ? undefined : { certification: 'EXAM_UNKNOWN' }
}

async function readDates(db: Services['db'], userId: string, now: Date): Promise<ExamDatesResponse> {
  return { today: await findLocalToday(db, userId, now), dates: await listExamDates(db, userId, now) }
}
