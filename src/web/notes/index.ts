/** The public API of this area. */
export { NoteButton, NoteSlot, useNote, type NoteState } from './note.tsx'
