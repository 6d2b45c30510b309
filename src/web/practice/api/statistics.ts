/**
 * `POST /api/statistics` `{ "certificationId", "answers", "details" }`: counts the answers of a finished attempt in the statistics of its questions.
 * `answers` are by question id; `details` has the version on screen, the time, and the guess mark of each answer, and is missing from pages of
 * earlier releases. The request needs no sign-in and does not identify its sender. See `docs/decisions/0012-statistics.md`.
 */
import { z } from 'zod'
import { clientAddressHeader } from '#server/http/client-address.ts'
import { certificationId } from '#server/catalogue/index.ts'
import { readJsonObject, renameFields } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { earlierRequestNames } from '#web/http/previous-release.ts'
import { noContent } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/statistics.ts'
import { countedAnswersMax, mayCount, recordStatistics } from '#server/statistics/index.ts'

/** Longer than any id. */
const idLengthMax = 64
/** Limits on the number and the length of entries, above those of any answer. */
const answerEntriesMax = 100
const entryLengthMax = 16

const finishedAttempt = z.object({
  certificationId,
  answers: z
    .record(z.string().max(idLengthMax), z.array(z.string().max(entryLengthMax)).max(answerEntriesMax))
    .refine((answers) => Object.keys(answers).length <= countedAnswersMax),
  details: z
    .record(z.string().max(idLengthMax), z.object({ version: z.number(), timeMs: z.number().min(0), isGuess: z.boolean().exactOptional() }))
    .refine((details) => Object.keys(details).length <= countedAnswersMax)
    .exactOptional(),
})

export const middleware = [allowMethods('POST')]

/** Answers beyond the rate limit of a network are not counted, but the response is the same, because the candidate can do nothing about the limit. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext)
  const attempt = finishedAttempt.safeParse(renameFields(await readJsonObject(request), earlierRequestNames))
  if (!attempt.success) {
    const detail = `Send certificationId and at most ${countedAnswersMax} answers, each a list of short texts under its question id, with details of up to as many.`
    return refuse('ATTEMPT_UNREADABLE', { detail })
  }
  const { certificationId: id, answers, details } = attempt.data
  if (await mayCount(db, request.headers.get(clientAddressHeader) ?? '', new Date())) await recordStatistics(db, id, answers, details)
  return noContent()
}
