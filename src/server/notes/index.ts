/** The public API of this area. */
export { listNotes, syncNotes, type NotesResult } from './notes.ts'
