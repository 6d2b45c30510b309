/** `GET /api/tutor`: which tutor is connected. `POST /api/tutor`: asks it. Shapes: `exam/tutor/tutor-contract.ts`. */
import { z } from 'zod'
import {
  tutorMessageLengthMax,
  tutorTurnLengthMax,
  tutorTurnsMax,
  type RevealStatementRequest,
  type TutorEvent,
  type TutorRequest,
  type TutorStatusResponse,
} from '#exam/tutor/tutor-contract.ts'
import { answerShape } from '#server/practice/index.ts'
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

export function loader() {
  return privateJson({ tutor: null } satisfies TutorStatusResponse)
}

export async function action({ request }: Route.ActionArgs) {
  const body = await readJsonObject(request)
  if (!('revealed' in body ? revealRequest : tutorRequest).safeParse(body).success) return refuse('TUTOR_UNREADABLE')
  return lines([{ type: 'end', reason: 'notConnected' }])
}

function lines(events: Iterable<TutorEvent>): Response {
  const encode = new TextEncoder()
  return streamed(
    (async function* () {
      for (const event of events) yield encode.encode(`${JSON.stringify(event)}\n`)
    })(),
    { 'Content-Type': 'application/x-ndjson' },
  )
}
