/** The button that opens a candidate's note on a question, and the place where the note appears. Its script loads on demand. */
import { Suspense, lazy, useId, useState, useSyncExternalStore } from 'react'
import { loadNotePanel } from '#web/notes/lazy.ts'
import { mayHaveNotes } from '#web/sync/index.ts'
import { exam } from '#text/practice.ts'
import { Icon } from '#web/ui/icon.tsx'

const NotePanel = lazy(() => loadNotePanel().catch(() => ({ default: NoteNotLoaded })))

/** `isOpen` is `undefined` until the user presses the button, or until a stored note is found and opened. */
export type NoteState = {
  id: string
  isOpen: boolean | undefined
  /** The user opened the note, so the text field gets the focus. */
  takesFocus: boolean
  toggle: () => void
  onRead: (hasNote: boolean) => void
}

export function useNote(questionId: string): NoteState {
  const id = useId()
  const [state, setState] = useState({ questionId, isOpen: false, takesFocus: false })
  const isKnown = state.questionId === questionId && (state.isOpen || state.takesFocus)
  return {
    id,
    isOpen: isKnown ? state.isOpen : undefined,
    takesFocus: isKnown && state.takesFocus,
    toggle: () => setState({ questionId, isOpen: !(isKnown && state.isOpen), takesFocus: true }),
    onRead: (hasNote) => hasNote && setState({ questionId, isOpen: true, takesFocus: false }),
  }
}

export function NoteButton({ note: { id, isOpen = false, toggle } }: { note: NoteState }) {
  return (
    <button
      className="button"
      data-kind="quiet"
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      aria-keyshortcuts="T"
      onClick={toggle}
    >
      <Icon name="note" /> {exam.note}
    </button>
  )
}

export function NoteSlot({ note, ...question }: { note: NoteState; questionId: string; certificationId: string }) {
  const mayHave = useSyncExternalStore(
    () => () => undefined,
    mayHaveNotes,
    () => false,
  )
  if (!note.isOpen && !mayHave) return null
  return (
    <Suspense fallback={null}>
      <NotePanel key={question.questionId} note={note} {...question} />
    </Suspense>
  )
}

function NoteNotLoaded({ note }: { note: NoteState }) {
  return note.isOpen ? (
    <p className="problem" role="alert">
      <Icon name="alert" /> {exam.noteNotLoaded}
    </p>
  ) : null
}
