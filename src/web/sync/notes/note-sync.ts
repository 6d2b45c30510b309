/** Sends a member's notes to the account and receives notes from other devices. */
import { notesPerRequestMax, type NotesRequest, type NotesResponse } from '#exam/notes.ts'
import { ownerHeaders, responseTimeoutMs } from '#web/sync/attempt-api.ts'
import { listDeviceNotes, readReceived, receiveNotes, type DeviceNote } from '#web/sync/notes/note-store.ts'

/** While nothing is unsent, requests are at least this far apart. */
const askIntervalMs = 60_000

/** At most this many characters of notes are sent in one request, because the server limits its size, see `server/http/guard.ts`. */
const charactersPerRequestMax = 150_000

let last: Promise<unknown> = Promise.resolve()

/**
 * Sends unsent notes and receives notes from other devices, one request at a time. Does nothing offline.
 *
 * @throws when the server cannot be reached or refuses the notes
 */
export function syncNotes(memberId: string, now: () => number = Date.now): Promise<void> {
  const task = last.then(() => exchangeNotes(memberId, now))
  last = task.catch(() => undefined)
  return task
}

/** How many notes of a member the server does not have. */
export async function countUnsentNotes(memberId: string): Promise<number> {
  return (await listUnsent(memberId)).length
}

async function listUnsent(memberId: string): Promise<DeviceNote[]> {
  return (await listDeviceNotes(memberId)).filter(({ isSent }) => !isSent)
}

/** The first notes that fit in one request, or only the first note if it is too long. */
function takeBatch(unsent: readonly DeviceNote[]): DeviceNote[] {
  let characters = 0
  const end = unsent.findIndex(
    ({ text }, i) => i === notesPerRequestMax || ((characters += text.length) > charactersPerRequestMax && i > 0),
  )
  return unsent.slice(0, end === -1 ? unsent.length : end)
}

async function exchangeNotes(memberId: string, now: () => number): Promise<void> {
  for (;;) {
    const unsent = await listUnsent(memberId)
    const { at, since } = await readReceived(memberId)
    if (!navigator.onLine || (unsent.length === 0 && Math.abs(now() - at) < askIntervalMs)) return
    const sent = takeBatch(unsent)
    const notes = sent.map(({ isSent: _isSent, ...note }) => note)
    const response = await fetch('/api/notes', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...ownerHeaders(memberId, undefined) },
      body: JSON.stringify({ since, sentAt: now(), notes } satisfies NotesRequest),
      signal: AbortSignal.timeout(responseTimeoutMs),
    })
    if (!response.ok) throw new Error(`The notes were refused with ${response.status}`)
    const { notes: received, next } = (await response.json()) as NotesResponse
    await receiveNotes(memberId, received, sent, { at: now(), since: next })
    if (sent.length === unsent.length) return
  }
}
