/**
 * A candidate's notes on this device: in a separate IndexedDB database, so that they cannot interfere with the journal. Notes
 * that the browser does not store last until the page is closed.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { combineNoteTexts, type QuestionNote } from '#exam/notes.ts'
import type { DeviceOwner } from '#exam/sync/device-journal.ts'
import { rememberNotes } from '#web/sync/may-have-notes.ts'

/** `isSent`: the account has this version. `isAdded`: a guest wrote the text, so the server adds it to the member's note. */
export type DeviceNote = QuestionNote & { readonly isSent: boolean; readonly isAdded?: true }

/** IndexedDB has no `null` in keys, so the notes of a guest have the owner `''`. */
type NoteRow = DeviceNote & { readonly owner: string }

interface NotesSchema extends DBSchema {
  notes: { key: [owner: string, questionId: string]; value: NoteRow }
  /** When a member's notes were last received, and the `since` of the next request. */
  received: { key: string; value: { at: number; since: number } }
}

const databaseName = 'praxam-notes'
/** Notes that could not be stored, by owner and question. */
const unstored = new Map<string, NoteRow>()
const listeners = new Set<() => void>()
let opening: Promise<IDBPDatabase<NotesSchema>> | undefined

function openNotes(): Promise<IDBPDatabase<NotesSchema>> {
  opening ??= openDatabase().catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

/** The connection is opened again after the browser or a later release has closed it. */
async function openDatabase(): Promise<IDBPDatabase<NotesSchema>> {
  const database = await openDB<NotesSchema>(databaseName, 1, {
    upgrade: (created) => {
      created.createObjectStore('notes', { keyPath: ['owner', 'questionId'] })
      created.createObjectStore('received')
    },
    terminated: () => (opening = undefined),
    blocking: () => {
      opening = undefined
      database.close()
    },
  })
  return database
}

/** Calls `onChange` when notes arrive from the account, a text is added to a note, or a guest's notes are moved to a member. */
export function subscribeToNotes(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

export async function readNote(owner: DeviceOwner, questionId: string): Promise<DeviceNote | undefined> {
  const key = keyOf(owner, questionId)
  return (
    unstored.get(key.join(' ')) ??
    (await openNotes()
      .then((database) => database.get('notes', key))
      .catch(() => undefined))
  )
}

/** Saves what the candidate wrote. @returns whether the browser stored it; otherwise it lasts until the page is closed */
export async function writeNote(owner: DeviceOwner, note: QuestionNote): Promise<boolean> {
  const before = await readNote(owner, note.questionId)
  // The account may have a note that this device has not received. This text must still be added to it.
  const isAdded = before?.isAdded === true && !before.isSent
  return saveNote(owner, { ...note, isSent: false, ...(isAdded && { isAdded }) })
}

/** Adds a text to the note on a question, or starts the note. @returns whether the browser stored it */
export async function addToNote(owner: DeviceOwner, added: QuestionNote): Promise<boolean> {
  const before = await readNote(owner, added.questionId)
  const isStored = await writeNote(owner, { ...added, text: before?.text ? combineNoteTexts(before.text, added.text) : added.text })
  announceNotes()
  return isStored
}

async function saveNote(owner: DeviceOwner, note: DeviceNote): Promise<boolean> {
  const row: NoteRow = { ...note, owner: owner ?? '' }
  const key = keyOf(owner, note.questionId).join(' ')
  try {
    const database = await openNotes()
    await database.put('notes', row)
    unstored.delete(key)
    rememberNotes()
    return true
  } catch {
    unstored.set(key, row)
    return false
  }
}

/** The notes of an owner, deleted ones included. */
export async function listDeviceNotes(owner: DeviceOwner): Promise<DeviceNote[]> {
  const database = await openNotes().catch(() => undefined)
  const stored = (await database?.getAll('notes', rangeOf(owner))) ?? []
  const inMemory = [...unstored.values()].filter((row) => row.owner === (owner ?? ''))
  const ids = new Set(inMemory.map(({ questionId }) => questionId))
  return [...inMemory, ...stored.filter(({ questionId }) => !ids.has(questionId))].map(({ owner: _owner, ...note }) => note)
}

/**
 * Moves a guest's notes to a member. If the member has a note on the same question, the guest's text is added to that note. A guest's note
 * is kept if the browser cannot store the member's note.
 *
 * @returns how many notes the guest had
 */
export async function adoptGuestNotes(memberId: string, now: number): Promise<number> {
  const guestNotes = (await listDeviceNotes(null)).filter(({ text }) => text !== '')
  for (const note of guestNotes) {
    const own = await readNote(memberId, note.questionId)
    const text = own ? combineNoteTexts(own.text, note.text) : note.text
    const isStored = await saveNote(memberId, { ...note, text, changedAt: now, isSent: false, isAdded: true })
    if (isStored) await removeUnchanged(null, note)
  }
  announceNotes()
  return guestNotes.length
}

/** Removes this version of a note from this device. A version that was written since, perhaps in another tab, stays. */
async function removeUnchanged(owner: DeviceOwner, { questionId, changedAt }: DeviceNote): Promise<void> {
  const key = keyOf(owner, questionId)
  if (unstored.get(key.join(' '))?.changedAt === changedAt) unstored.delete(key.join(' '))
  const { store, done } = (await openNotes()).transaction('notes', 'readwrite')
  const stored = await store.get(key)
  if (stored && stored.changedAt <= changedAt) await store.delete(key)
  await done
}

/** Removes the notes of an owner from this device. */
export async function removeNotes(owner: DeviceOwner): Promise<void> {
  for (const [key, row] of unstored) if (row.owner === (owner ?? '')) unstored.delete(key)
  const database = await openNotes().catch(() => undefined)
  if (!database) return
  const transaction = database.transaction(['notes', 'received'], 'readwrite')
  await Promise.all([
    transaction.objectStore('notes').delete(rangeOf(owner)),
    transaction.objectStore('received').delete(owner ?? ''),
    transaction.done,
  ])
}

/**
 * Removes the notes of all members but `owner`, except unsent notes that changed after `sendableFrom`, which can still be sent. When one of
 * these members signs in again, the account sends all notes again.
 */
export async function removeNotesOfOthers(owner: DeviceOwner, sendableFrom: number): Promise<void> {
  const database = await openNotes().catch(() => undefined)
  if (!database) return
  const transaction = database.transaction(['notes', 'received'], 'readwrite')
  const [notes, received] = [transaction.objectStore('notes'), transaction.objectStore('received')]
  for (let cursor = await notes.openCursor(); cursor; cursor = await cursor.continue()) {
    const note = cursor.value
    const isUnsent = !note.isSent && note.changedAt > sendableFrom
    if (note.owner !== '' && note.owner !== owner && !isUnsent) await cursor.delete()
  }
  for (const memberId of await received.getAllKeys()) if (memberId !== owner) await received.delete(memberId)
  await transaction.done
}

export async function readReceived(memberId: string): Promise<{ at: number; since: number }> {
  return (
    (await openNotes()
      .then((database) => database.get('received', memberId))
      .catch(() => undefined)) ?? { at: 0, since: 0 }
  )
}

/**
 * Stores the account's notes on this device. `sent`: the versions that were sent. A note that has changed since then is kept, and is
 * sent next.
 */
export async function receiveNotes(
  memberId: string,
  notes: readonly QuestionNote[],
  sent: readonly DeviceNote[],
  received: { at: number; since: number },
): Promise<void> {
  const sentAt = new Map(sent.map(({ questionId, changedAt }) => [questionId, changedAt]))
  for (const note of notes) {
    const own = await readNote(memberId, note.questionId)
    if (!own || own.isSent || own.changedAt === sentAt.get(note.questionId)) await saveNote(memberId, { ...note, isSent: true })
  }
  await openNotes()
    .then((database) => database.put('received', received, memberId))
    .catch(() => undefined)
  announceNotes()
}

function announceNotes(): void {
  for (const listener of listeners) listener()
}

function keyOf(owner: DeviceOwner, questionId: string): [string, string] {
  return [owner ?? '', questionId]
}

function rangeOf(owner: DeviceOwner): IDBKeyRange {
  return IDBKeyRange.bound([owner ?? ''], [owner ?? '', []])
}
