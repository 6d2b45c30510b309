/**
 * `POST /api/statistics` `{ "certification_id", "answers" }`: the answers of a run that was finished, by id of the
 * question, to be counted. Nobody has to be signed in, and nothing tells who sends it. See
 * `docs/decisions/0012-statistics.md`.
 */
import { z } from 'zod'
import { clientAddressHeader } from '#server/http/client-address.ts'
import { certificationId } from '#web/http/certification-id.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { checkMethod, noContent, problem } from '#web/http/problem.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/statistics.ts'
import { countedAnswersMax, mayCount, recordStatistics } from '#server/bank/index.ts'

/** Longer than any id, and more and longer entries than any answer has. */
const idLengthMax = 64
const entriesMax = 100
const entryLengthMax = 16

const finishedRun = z.object({
  certification_id: certificationId,
  answers: z
    .record(z.string().max(idLengthMax), z.array(z.string().max(entryLengthMax)).max(entriesMax))
    .refine((answers) => Object.keys(answers).length <= countedAnswersMax),
})

export function loader() {
  const refusal = problem(405, 'Method not allowed', 'Ask this address with POST.')
  refusal.headers.set('Allow', 'POST')
  return refusal
}

/** Beyond what one network may send the answer is the same: it is no matter of the person whose run just is not counted. */
export async function action({ request, context }: Route.ActionArgs) {
  checkMethod(request, ['POST'])
  const { db } = context.get(servicesContext)
  const run = finishedRun.safeParse(await readJsonObject(request))
  if (!run.success) {
    const detail = `Send certification_id and answers, at most ${countedAnswersMax}, each a list of short texts under the id of its question.`
    return problem(422, 'Not a run', detail, { code: 'RUN_UNREADABLE' })
  }
  const { certification_id, answers } = run.data
  if (await mayCount(db, request.headers.get(clientAddressHeader) ?? '', new Date())) await recordStatistics(db, certification_id, answers)
  return noContent()
}
