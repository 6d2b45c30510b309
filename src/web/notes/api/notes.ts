/** `POST /api/notes`: stores a member's notes on questions, and returns notes that the device may not have. Shapes: `exam/notes.ts`. */
import { z } from 'zod'
import { notesPerRequestMax, storedNoteLengthMax, type NotesRequest, type NotesResponse } from '#exam/notes.ts'
import { createRateLimiter } from '#server/platform/rate-limit.ts'
import { certificationId } from '#server/catalogue/index.ts'
import { readJsonObject } from '#web/http/json-body.ts'
import { allowMethods } from '#web/http/methods.ts'
import { privateJson } from '#web/http/problem.ts'
import { refuse, refuseResult } from '#web/http/refusals.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/notes.ts'
import { syncNotes } from '#server/notes/index.ts'
import { findViewerOfPage } from '#web/accounts/index.server.ts'

const instant = z.number().int().min(0).max(8_640_000_000_000_000)
const note = z.object({
  questionId: z.uuid().toLowerCase(),
  certificationId,
  // PostgreSQL cannot store NUL.
  text: z
    .string()
    .max(storedNoteLengthMax)
    .transform((text) => text.replaceAll('\0', '')),
  changedAt: instant,
  isAdded: z.literal(true).exactOptional(),
})
const notesRequest: z.ZodType<NotesRequest> = z.object({
  since: instant,
  sentAt: instant,
  notes: z
    .array(note)
    .max(notesPerRequestMax)
    .refine((notes) => new Set(notes.map(({ questionId }) => questionId)).size === notes.length),
})

/** A page saves a note 800 ms after the last keystroke, so a member with several pages stays far below this limit. */
const limiter = createRateLimiter({ max: 300, windowMs: 60_000 })

export const middleware = [allowMethods('POST')]

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await findViewerOfPage(context, request)
  if (!viewer) return refuse('SIGNED_OUT')
  const waitMs = limiter(viewer.id, performance.now())
  if (waitMs > 0) return refuse('TOO_MANY_NOTES_SENT', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  const sent = notesRequest.safeParse(await readJsonObject(request))
  if (!sent.success) return refuse('NOTES_UNREADABLE')
  const result = await syncNotes(context.get(servicesContext).db, viewer.id, sent.data, new Date())
  if (!result.ok) return refuseResult(result)
  const { ok: _, ...response } = result
  return privateJson(response satisfies NotesResponse)
}
