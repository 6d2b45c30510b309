/** What a candidate marked in a case study, for each attempt on this device. */
import { useSyncExternalStore } from 'react'
import type { TextMark } from '#exam/text-marks.ts'

/** Marks by attempt, case study, and language. The entry that changed last comes last. */
type StoredMarks = ReadonlyMap<string, readonly TextMark[]>

const storageKey = 'praxam-marks'
/** Older entries are dropped, so that the storage stays small. */
const entriesMax = 20
const none: readonly TextMark[] = []

/** Without storage, marks last until the page is closed. */
let known: StoredMarks | undefined
const listeners = new Set<() => void>()

function readStored(): StoredMarks {
  try {
    return new Map(JSON.parse(localStorage.getItem(storageKey) ?? '[]') as [string, readonly TextMark[]][])
  } catch {
    return new Map()
  }
}

function readMarks(key: string): readonly TextMark[] {
  known ??= readStored()
  return known.get(key) ?? none
}

/** `key` identifies the attempt, the case study, and its language. */
export function saveMarks(key: string, marks: readonly TextMark[]): void {
  // Another tab may have saved marks of another attempt.
  const all = new Map([...(known ?? []), ...readStored()])
  all.delete(key)
  if (marks.length > 0) all.set(key, marks)
  known = new Map([...all].slice(-entriesMax))
  try {
    localStorage.setItem(storageKey, JSON.stringify([...known]))
  } catch {
    // The marks stay in memory.
  }
  for (const listener of listeners) listener()
}

/** The marks in a case study. All readers on the page share them. */
export function useMarks(key: string): readonly TextMark[] {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    () => readMarks(key),
    () => none,
  )
}
