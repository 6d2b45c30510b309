/** The text of a note, which is saved shortly after the last keystroke, and when the user leaves the field or the page. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { readKnownOwner, readNote, subscribeToNotes, syncNotes, writeNote, type DeviceOwner } from '#web/sync/index.ts'

const saveDelayMs = 800

/** `unstored`: the browser could not store the note, so it is only kept until the page is closed. */
export type NoteStatus = 'unchanged' | 'saving' | 'saved' | 'unstored'

/** `text` is `undefined` until the note is read from storage. `onRead` is called after each read, with whether there is a note. */
export function useNoteText(question: { questionId: string; certificationId: string }, onRead: (hasNote: boolean) => void) {
  const { questionId, certificationId } = question
  const [text, setText] = useState<string>()
  const [status, setStatus] = useState<NoteStatus>('unchanged')
  const unsaved = useRef<{ text: string; owner: DeviceOwner }>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useCallback(async () => {
    clearTimeout(timer.current)
    const written = unsaved.current
    if (written === undefined) return
    unsaved.current = undefined
    const { text: writtenText, owner } = written
    const isStored = await writeNote(owner, {
      questionId,
      certificationId,
      text: writtenText.trim() === '' ? '' : writtenText,
      changedAt: Date.now(),
    })
    if (unsaved.current === undefined) {
      setStatus(isStored ? 'saved' : 'unstored')
      // The note is saved again when the user leaves the field or the page.
      if (!isStored) unsaved.current = written
    }
    if (owner !== null) await syncNotes(owner).catch(() => undefined)
  }, [questionId, certificationId])

  const read = useEffectEvent(async () => {
    const note = await readNote(readKnownOwner(), questionId)
    // The text that the user is typing is newer than the stored one.
    if (unsaved.current !== undefined) return
    setText(note?.text ?? '')
    onRead(note !== undefined && note.text !== '')
  })
  useEffect(() => {
    const readAgain = () => void read()
    const saveNow = () => void save()
    readAgain()
    const unsubscribe = subscribeToNotes(readAgain)
    window.addEventListener('pagehide', saveNow)
    document.addEventListener('visibilitychange', saveNow)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', saveNow)
      document.removeEventListener('visibilitychange', saveNow)
      saveNow()
    }
  }, [save])

  const write = (next: string) => {
    setText(next)
    setStatus('saving')
    // The owner may sign out before the text is saved.
    unsaved.current = { text: next, owner: readKnownOwner() }
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), saveDelayMs)
  }
  return { text, status, write, save }
}
