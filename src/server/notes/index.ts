/** The public API of this area. */
export { listNotes, syncNotes } from './notes.ts'
