/**
 * A collection of Anki (`collection.anki2`, schema 11) with the flashcards of one deck, as the bytes of an SQLite database. Every version
 * of Anki since 2.0, AnkiDroid, and AnkiMobile import this format.
 */
import { createHash } from 'node:crypto'
import { plainText } from '#exam/plain-text.ts'
import { deriveAnkiId, takeFreeId } from '#server/flashcards/anki-ids.ts'
import type { Flashcard } from '#server/flashcards/card-html.ts'
import { noteFields, noteTypeId, printNoteType } from '#server/flashcards/note-type.ts'

export type FlashcardDeck = {
  /** Decks of the same certification have the same id, so Anki treats them as one deck. */
  certificationId: string
  name: string
  cards: readonly Flashcard[]
}

const schema = `
create table col (id integer primary key, crt integer not null, mod integer not null, scm integer not null, ver integer not null,
  dty integer not null, usn integer not null, ls integer not null, conf text not null, models text not null, decks text not null,
  dconf text not null, tags text not null);
create table notes (id integer primary key, guid text not null, mid integer not null, mod integer not null, usn integer not null,
  tags text not null, flds text not null, sfld integer not null, csum integer not null, flags integer not null, data text not null);
create table cards (id integer primary key, nid integer not null, did integer not null, ord integer not null, mod integer not null,
  usn integer not null, type integer not null, queue integer not null, due integer not null, ivl integer not null,
  factor integer not null, reps integer not null, lapses integer not null, left integer not null, odue integer not null,
  odid integer not null, flags integer not null, data text not null);
create table revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null, ivl integer not null,
  lastIvl integer not null, factor integer not null, time integer not null, type integer not null);
create table graves (usn integer not null, oid integer not null, type integer not null);
create index ix_notes_usn on notes (usn);
create index ix_cards_usn on cards (usn);
create index ix_revlog_usn on revlog (usn);
create index ix_cards_nid on cards (nid);
create index ix_cards_sched on cards (did, queue, due);
create index ix_revlog_cid on revlog (cid);
create index ix_notes_csum on notes (csum);`

/** `now` becomes the modification time of each note: Anki updates a note if the time in the file is later. */
export async function printCollection({ certificationId, name, cards }: FlashcardDeck, now: Date): Promise<Uint8Array> {
  // Imported here, because only this function needs it and the server should start without it.
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(':memory:')
  try {
    database.exec(schema)
    const seconds = Math.floor(now.getTime() / 1000)
    const deckId = deriveAnkiId('deck', certificationId)
    database
      .prepare("insert into col values (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, '{}')")
      .run(
        seconds,
        now.getTime(),
        now.getTime(),
        JSON.stringify(configuration),
        JSON.stringify({ [noteTypeId]: printNoteType(deckId) }),
        JSON.stringify({ 1: printDeck(1, 'Default', seconds), [deckId]: printDeck(deckId, name, seconds) }),
        JSON.stringify({ 1: deckOptions }),
      )
    const insertNote = database.prepare("insert into notes values (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')")
    const insertCard = database.prepare("insert into cards values (?, ?, ?, 0, ?, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')")
    const noteIds = new Set<number>()
    const cardIds = new Set<number>()
    for (const [index, card] of cards.entries()) {
      const noteId = takeFreeId(deriveAnkiId('note', card.id), noteIds)
      const sortText = plainText(card.question)
      const fields = noteFields.map(([, field]) => card[field]).join(fieldSeparator)
      insertNote.run(noteId, card.id, noteTypeId, seconds, ` ${certificationId} `, fields, sortText, checksum(sortText))
      insertCard.run(takeFreeId(deriveAnkiId('card', card.id), cardIds), noteId, deckId, seconds, index + 1)
    }
    return database.serialize()
  } finally {
    database.close()
  }
}

const fieldSeparator = '\u001F'

/** The checksum by which Anki finds notes with the same first field: the first 32 bits of the field's SHA-1. */
function checksum(text: string): number {
  return createHash('sha1').update(text).digest().readUInt32BE(0)
}

function printDeck(id: number, name: string, changedAt: number) {
  const today = [0, 0]
  const counts = { newToday: today, revToday: today, lrnToday: today, timeToday: today }
  return { id, name, mod: changedAt, usn: -1, ...counts, collapsed: false, desc: '', dyn: 0, conf: 1, extendNew: 0, extendRev: 0 }
}

const configuration = {
  nextPos: 1,
  estTimes: true,
  activeDecks: [1],
  sortType: 'noteFld',
  sortBackwards: false,
  timeLim: 0,
  addToCur: true,
  curDeck: 1,
  newSpread: 0,
  dueCounts: true,
  curModel: null,
  collapseTime: 1200,
}

/** Anki's own defaults. An import keeps the options of the collection that it imports into. */
const deckOptions = {
  id: 1,
  name: 'Default',
  mod: 0,
  usn: 0,
  maxTaken: 60,
  autoplay: true,
  timer: 0,
  replayq: true,
  dyn: false,
  new: { delays: [1, 10], ints: [1, 4, 0], initialFactor: 2500, order: 1, perDay: 20, bury: false, separate: true },
  rev: { perDay: 200, ease4: 1.3, fuzz: 0.05, ivlFct: 1, maxIvl: 36_500, bury: false, minSpace: 1 },
  lapse: { delays: [10], mult: 0, minInt: 1, leechFails: 8, leechAction: 0 },
}
