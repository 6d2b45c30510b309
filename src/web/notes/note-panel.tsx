/** A candidate's note on a question: a text field that saves automatically. */
import { useEffect, useRef } from 'react'
import { noteLengthMax } from '#exam/notes.ts'
import type { NoteState } from '#web/notes/note.tsx'
import { useNoteText, type NoteStatus } from '#web/notes/use-note-text.ts'
import { readKnownOwner } from '#web/sync/index.ts'
import { notes } from '#text/notes.ts'
import { Icon } from '#web/ui/icon.tsx'

/** The length is shown once the note has this many characters. */
const lengthShownFrom = noteLengthMax * 0.9

type Props = { note: NoteState; questionId: string; certificationId: string }

export default function NotePanel({ note: { id, isOpen, takesFocus, onRead }, questionId, certificationId }: Props) {
  const { text, status, write, save } = useNoteText({ questionId, certificationId }, (hasNote) => isOpen === undefined && onRead(hasNote))
  const area = useRef<HTMLTextAreaElement>(null)
  const isShown = isOpen === true && text !== undefined
  useEffect(() => {
    if (isShown && takesFocus) area.current?.focus()
  }, [isShown, takesFocus])
  if (!isShown) return null
  return (
    <div className="note" id={id}>
      <label htmlFor={`${id}-text`}>{notes.label}</label>
      <textarea
        ref={area}
        id={`${id}-text`}
        className="input"
        value={text}
        rows={3}
        maxLength={noteLengthMax}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => write(target.value)}
        onBlur={() => void save()}
      />
      <p className="row small" id={`${id}-hint`}>
        <span>
          {notes.onlyYou} {status !== 'unstored' && readKnownOwner() === null && notes.keptHere}{' '}
          {text.length >= noteLengthMax
            ? notes.full(noteLengthMax)
            : text.length >= lengthShownFrom && notes.length(text.length, noteLengthMax)}
        </span>
        <span className="indicator" role="status">
          <Status status={status} />
        </span>
      </p>
    </div>
  )
}

function Status({ status }: { status: NoteStatus }) {
  switch (status) {
    case 'unchanged':
      return null
    case 'saving':
      return notes.saving
    case 'saved':
      return (
        <>
          <Icon name="check" /> {notes.saved}
        </>
      )
    case 'unstored':
      return (
        <>
          <Icon name="warning" /> {notes.unstored}
        </>
      )
  }
}
