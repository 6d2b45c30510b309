/**
 * `POST /api/flashcards`: questions as a file for Anki or a spreadsheet. Shapes: `exam/flashcards.ts`. Open to guests, because the bank is
 * public. A guest with a simulation in progress sends its id as `simulationId`, and its secret in the `Authorization` header.
 */
import { z } from 'zod'
import { hourMs } from '#exam/duration.ts'
import { flashcardFormats, flashcardsMax } from '#exam/flashcards.ts'
import { questionLanguages } from '#exam/question-language.ts'
import { clientAddressHeader, networkOf } from '#server/http/client-address.ts'
import { consumeRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
import { readSecret } from '#web/http/bearer-secret.ts'
import { certificationId } from '#server/catalogue/index.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/flashcards.ts'
import { printFlashcards } from '#server/flashcards/index.ts'
import { findViewerOfPage } from '#web/accounts/index.server.ts'

const uuid = z.uuid().toLowerCase()
const flashcardsRequest = z.object({
  certificationId,
  format: z.enum(flashcardFormats),
  questionIds: z.array(uuid).min(1).max(flashcardsMax),
  language: z.enum(questionLanguages).exactOptional(),
  attemptId: uuid.exactOptional(),
  simulationId: uuid.exactOptional(),
})

/** Limits requests by member or, for guests, by network. */
const limit: RateLimit = { name: 'flashcards', max: 60, windowMs: hourMs }

export const middleware = [allowMethods('POST')]

export async function action({ request, context }: Route.ActionArgs) {
  const sent = flashcardsRequest.safeParse(await readJsonObject(request))
  if (!sent.success) return refuse('FLASHCARDS_UNREADABLE')
  const { db, files } = context.get(servicesContext)
  const viewer = await findViewerOfPage(context, request)
  const now = new Date()
  const subject = viewer?.id ?? networkOf(request.headers.get(clientAddressHeader) ?? '')
  if (!(await consumeRateLimit(db, limit, subject, now))) return refuse('TOO_MANY_FLASHCARDS')
  const secret = readSecret(request)
  const owner = viewer ? { userId: viewer.id } : secret === undefined ? undefined : { secret }
  const result = await printFlashcards({ db, files }, { ...sent.data, questionIds: [...new Set(sent.data.questionIds)] }, owner, now)
  if (!result.ok) return refuseResult(result)
  return new Response(new Uint8Array(result.bytes), {
    headers: {
      'Content-Type': result.type,
      'Content-Disposition': `attachment; filename="${result.name}"`,
      'Praxam-Cards': String(result.cardCount),
      'Cache-Control': 'no-store',
    },
  })
}
