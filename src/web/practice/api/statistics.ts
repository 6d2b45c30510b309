/**
 * `POST /api/statistics` `{ "certificationId", "answers" }`: the answers of a finished attempt by question id, for the statistics
 * of the questions. The request needs no sign-in and does not identify its sender. See `docs/decisions/0012-statistics.md`.
 */
import { z } from 'zod'
import { clientAddressHeader } from '#server/http/client-address.ts'
import { certificationId } from '#web/http/certification-id.ts'
import { readJsonObject, renameFields } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { earlierRequestNames } from '#web/http/previous-release.ts'
import { noContent } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/statistics.ts'
import { countedAnswersMax, mayCount, recordStatistics } from '#server/bank/index.ts'

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
})

export const middleware = [allowMethods('POST')]

/** Beyond the limit of a network the response is the same, because the candidate cannot do anything about the limit. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext)
  const attempt = finishedAttempt.safeParse(renameFields(await readJsonObject(request), earlierRequestNames))
  if (!attempt.success) {
    const detail = `Send certificationId and at most ${countedAnswersMax} answers, each a list of short texts under its question id.`
    return refuse('ATTEMPT_UNREADABLE', { detail })
  }
  const { certificationId: id, answers } = attempt.data
  if (await mayCount(db, request.headers.get(clientAddressHeader) ?? '', new Date())) await recordStatistics(db, id, answers)
  return noContent()
}
