/**
 * A candidate's own notes on questions. A note belongs to a candidate and a question, not to an attempt.
 *
 * `POST /api/notes` with a `NotesRequest` stores notes of a member and returns those of other devices as a `NotesResponse`. Of two
 * versions, the later one is stored. Times are milliseconds since 1970, UTC.
 */
export const noteLengthMax = 2_000
/** A guest's note may be added to one in the account, so a stored note can be longer than what a candidate can type. */
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
 * `since`: the `next` of the last response, or 0. `sentAt`: the sender's clock. `isAdded`: a guest wrote the note, so it is added to
 * the note of the account and does not replace it.
 */
export type NotesRequest = { since: number; sentAt: number; notes: readonly (QuestionNote & { isAdded?: true })[] }

/** `notes`: those stored since `since`, including the ones that were sent. */
export type NotesResponse = { notes: QuestionNote[]; next: number }

/** Both texts, without repeating one that the other contains. */
export function combineNoteTexts(text: string, added: string): string {
  const [one, other] = [text.trim(), added.trim()]
  if (one.includes(other)) return text
  if (other.includes(one)) return added
  return `${one}\n\n${other}`.slice(0, storedNoteLengthMax)
}
