/** Modules of notes that pages download only when they need them. */

/** The text field of a note, with the code that stores notes. */
export const loadNotePanel = () => import('#web/notes/note-panel.tsx')
