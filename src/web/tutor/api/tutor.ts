/** `GET /api/tutor`: which tutor is connected. `POST /api/tutor`: asks it, or gets a reveal statement. Shapes: `exam/tutor/tutor-contract.ts`. */
import { z } from 'zod'
import {
  tutorMessageLengthMax,
  tutorTurnLengthMax,
  tutorTurnsMax,
  type RevealStatementRequest,
  type RevealStatementResponse,
  type TutorEndReason,
  type TutorEvent,
  type TutorRequest,
  type TutorStatusResponse,
} from '#exam/tutor/tutor-contract.ts'
import { answerShape } from '#server/practice/index.ts'
import { clientAddressHeader, networkOf } from '#server/http/client-address.ts'
import type { TutorCandidate } from '#server/tutor/index.ts'
import { findViewerOfPage } from '#web/accounts/index.server.ts'
import { servicesContext } from '#web/context.ts'
import { readSecret } from '#web/http/bearer-secret.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { streamed } from '#web/http/streamed.ts'
import type { Route } from './+types/tutor.ts'

const questionId = z.uuid().toLowerCase()
const version = z.int().min(1).max(1_000_000).exactOptional()
const label = z.string().regex(/^(?:[A-Z]|\d{1,2})$/)

const tutorAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hint'), stage: z.literal([1, 2, 3]) }),
  z.object({ type: z.literal('whyNot'), label }),
  z.object({ type: z.literal('compare'), labels: z.tuple([label, label]) }),
  z.object({ type: z.enum(['simple', 'docs']) }),
  z.object({ type: z.literal('message'), text: z.string().trim().min(1).max(tutorMessageLengthMax) }),
])

const tutorRequest: z.ZodType<TutorRequest> = z.object({
  questionId,
  version,
  attemptId: z.uuid().toLowerCase().nullable(),
  isRevealed: z.boolean(),
  statement: z.string().max(200).exactOptional(),
  answer: answerShape,
  seed: z.string().max(64).exactOptional(),
  action: tutorAction,
  turns: z.array(z.object({ from: z.enum(['candidate', 'tutor']), text: z.string().max(tutorTurnLengthMax) })).max(tutorTurnsMax),
  language: z.string().regex(/^[a-z]{2}(?:-[A-Z]{2})?$/),
})

const revealRequest: z.ZodType<RevealStatementRequest> = z.object({ revealed: z.object({ questionId, version }) })

export const middleware = [allowMethods('GET', 'POST')]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { tutor } = context.get(servicesContext)
  if (!tutor) return privateJson({ tutor: null } satisfies TutorStatusResponse)
  const { limited } = await findCandidate(request, context)
  return privateJson({ tutor: { ...tutor.status, daily: await tutor.countReplies(limited) } } satisfies TutorStatusResponse)
}

export async function action({ request, context }: Route.ActionArgs) {
  const body = await readJsonObject(request)
  const { tutor } = context.get(servicesContext)
  const candidate = await findCandidate(request, context)
  if ('revealed' in body) {
    const read = revealRequest.safeParse(body)
    if (!read.success) return refuse('TUTOR_UNREADABLE')
    if (!tutor) return lines(request.signal, endedWith('notConnected'))
    return privateJson(tutor.statements.make(read.data.revealed, new Date()) satisfies RevealStatementResponse)
  }
  const read = tutorRequest.safeParse(body)
  if (!read.success) return refuse('TUTOR_UNREADABLE')
  if (!tutor) return lines(request.signal, endedWith('notConnected'))
  return lines(request.signal, tutor.reply(candidate, read.data, request.signal))
}

/** A member by the session, a guest with the secret of a simulation, or any other guest. */
async function findCandidate(request: Request, context: Route.ActionArgs['context']): Promise<TutorCandidate> {
  const viewer = await findViewerOfPage(context, request)
  if (viewer) return { owner: { userId: viewer.id }, limited: { userId: viewer.id } }
  const secret = readSecret(request)
  const network = networkOf(request.headers.get(clientAddressHeader) ?? '')
  return { owner: secret === undefined ? undefined : { secret }, limited: { network } }
}

async function* endedWith(reason: TutorEndReason): AsyncGenerator<TutorEvent, void> {
  yield { type: 'end', reason }
}

function lines(signal: AbortSignal, events: AsyncGenerator<TutorEvent, void>): Response {
  const encoder = new TextEncoder()
  const encode = (event: TutorEvent) => encoder.encode(`${JSON.stringify(event)}\n`)
  return streamed(
    (async function* () {
      for await (const event of events) {
        if (signal.aborted) return
        yield encode(event)
      }
    })(),
    { 'Content-Type': 'application/x-ndjson' },
  )
}
