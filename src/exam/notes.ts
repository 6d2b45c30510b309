/**
 * A candidate's own notes on questions. A note belongs to a candidate and a question, not to an attempt.
 *
 * `POST /api/notes` with a `NotesRequest` stores notes of a member, and returns the member's notes from all devices since the last request as
 * a `NotesResponse`. If a note has two versions, the later version is stored. Times are milliseconds since 1970, UTC.
 */
export const noteLengthMax = 2_000
/** A guest's note may be combined with a note in the account, so a stored note can be longer than a note that a candidate types. */
export const storedNoteLengthMax = 20_000
/** The maximum number of notes per request, and per member. */
export const notesPerRequestMax = 200
export const notesPerMemberMax = 5_000

/** An empty text is a deleted note. */
export type QuestionNote = {
  readonly questionId: string
  readonly certificationId: string
  readonly text: string
  readonly changedAt: number
}

/**
 * `since`: the `next` of the last response, or 0. `sentAt`: the sender's clock. `isAdded`: a guest wrote the note, so it is combined with
 * the note in the account instead of replacing it.
 */
export type NotesRequest = { since: number; sentAt: number; notes: readonly (QuestionNote & { isAdded?: true })[] }

/** `notes`: all notes stored since `since`, including notes from the request. `next`: the `since` of the next request. */
export type NotesResponse = { notes: QuestionNote[]; next: number }

/** Both texts, up to the maximum length. If one text contains the other, only the longer text. */
export function combineNoteTexts(text: string, added: string): string {
  const [one, other] = [text.trim(), added.trim()]
  if (one.includes(other)) return text
  if (other.includes(one)) return added
  return `${one}\n\n${other}`.slice(0, storedNoteLengthMax)
}
