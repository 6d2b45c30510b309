/**
 * Ids of notes, cards, and decks in Anki. They are derived from the ids of questions and certifications, so a second file of the
 * same questions updates the notes of the first one.
 */
import { createHash } from 'node:crypto'

/** Anki's ids are milliseconds since 1970. These are in the years 2001 to 2020. */
const firstId = 1_000_000_000_000
const idCount = 600_000_000_000

/** An id derived from kind and text: equal input results in the same id. */
export function deriveAnkiId(kind: 'note' | 'card' | 'deck', text: string): number {
  return firstId + (createHash('sha256').update(`${kind} ${text}`).digest().readUIntBE(0, 6) % idCount)
}

/** The id, or the next free one if it is taken. */
export function takeFreeId(id: number, taken: Set<number>): number {
  let free = id
  while (taken.has(free)) free++
  taken.add(free)
  return free
}
