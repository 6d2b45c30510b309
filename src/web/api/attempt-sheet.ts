/**
 * `GET /api/attempts/:attemptId/sheet`: a simulation with its questions, sealed while it is under way and whole once it is over.
 * `now` and `deadline_at` are milliseconds since 1970 by the clock of the server.
 */
import { readSheet } from '#server/simulations.ts'
import type { Sheet } from '#server/simulations.ts'
import { getAttemptOwner, missingAttempt } from '#web/api/attempt-owner.ts'
import { privateAnswer } from '#web/api/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/attempt-sheet.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const owner = await getAttemptOwner(request, context)
  const now = new Date()
  const sheet = await readSheet(context.get(servicesContext).db, params.attemptId.toLowerCase(), owner, now)
  return sheet ? privateAnswer(printSheet(sheet, now)) : missingAttempt()
}

/** What a browser reads of a sheet. */
export type PrintedSheet = ReturnType<typeof printSheet>

export function printSheet(sheet: Sheet, now: Date) {
  const { id, certification, terms, deadlineAt, run, next, caseStudies } = sheet
  const printed = {
    id,
    certification,
    minutes: terms.minutes,
    extra_time: terms.extraTime,
    deadline_at: deadlineAt.getTime(),
    now: now.getTime(),
    run,
    next,
    caseStudies,
  }
  return sheet.isOver
    ? { ...printed, finished: true as const, questions: sheet.questions }
    : { ...printed, finished: false as const, questions: sheet.questions }
}
