/**
 * `GET /api/attempts/:attemptId/sheet`: a simulation with its questions, sealed while it is under way and whole once it is over.
 * One that is over names in `gone` the questions that have left the bank since. `now` and `deadline_at` are milliseconds since 1970 by the clock of the server.
 */
import { getAttemptOwner, missingAttempt } from '#web/practice/api/attempt-owner.ts'
import { privateJson } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/sheet.ts'
import { listRemovedQuestions } from '#server/bank/index.ts'
import { readSheet } from '#server/simulation/index.ts'
import type { SimulationSheet } from '#server/simulation/index.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const owner = await getAttemptOwner(request, context)
  const now = new Date()
  const { db } = context.get(servicesContext)
  const sheet = await readSheet(db, params.attemptId.toLowerCase(), owner, now)
  if (!sheet) return missingAttempt()
  const gone = sheet.isOver ? await listRemovedQuestions(db, sheet.certification.id, sheet.run.questionIds) : []
  return privateJson(printSheet(sheet, now, gone))
}

/** What a browser reads of a sheet. */
export type PrintedSheet = ReturnType<typeof printSheet>

export function printSheet(sheet: SimulationSheet, now: Date, gone: readonly string[] = []) {
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
    ? { ...printed, finished: true as const, questions: sheet.questions, gone }
    : { ...printed, finished: false as const, questions: sheet.questions }
}
