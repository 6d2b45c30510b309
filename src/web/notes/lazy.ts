/** Modules of notes that pages download only when they need them. */

/** The note on a question, with its storage. */
export const loadNotePanel = () => import('#web/notes/note-panel.tsx')
