/**
 * Pool and places of a reorder or drag-and-drop question: pieces wait in the pool and go into places.
 *
 * An arrangement lists, per place, the index of the piece standing there, or `null` for an empty place.
 * It is read from an answer and printed back to one, so the run keeps nothing but answers.
 */
import { parsePair } from '#exam/question.ts'
import type { AnswerInput, Question } from '#exam/question.ts'

export type Arrangement = readonly (number | null)[]

type ArrangementQuestion = Pick<Question, 'type' | 'options' | 'pairs' | 'answerKey'>

/** The pieces, as HTML: the steps of a reorder question, the right side of a drag-and-drop one. */
export function listItems(question: ArrangementQuestion): readonly string[] {
  return question.type === 'reorder' ? question.options : (question.pairs?.right ?? [])
}

/** How many places there are. A reorder question has as many as its key: a step that does not belong stays in the pool. */
export function countSlots(question: ArrangementQuestion): number {
  return question.type === 'reorder' ? question.answerKey.length : (question.pairs?.left.length ?? 0)
}

/** Reads an answer. Entries that name no piece or no place are left out, as are pieces placed twice. */
export function parseArrangement(question: ArrangementQuestion, answer: AnswerInput): Arrangement {
  const places: (number | null)[] = Array.from({ length: countSlots(question) }, () => null)
  const pieces = listItems(question).length
  answer.forEach((entry, position) => {
    const pair = question.type === 'reorder' ? readStep(entry, position) : parsePair(entry)
    if (!pair || pair.left >= places.length || pair.right >= pieces || places.includes(pair.right)) return
    places[pair.left] = pair.right
  })
  return places
}

/** Prints an arrangement as an answer. Empty places at the end of a reorder answer are left out. */
export function formatArrangement(question: ArrangementQuestion, arrangement: Arrangement): AnswerInput {
  if (question.type !== 'reorder') {
    return arrangement.flatMap((piece, place) => (piece === null ? [] : [`${place}=${piece}`]))
  }
  const last = arrangement.findLastIndex((piece) => piece !== null)
  return arrangement.slice(0, last + 1).map((piece) => (piece === null ? '' : String(piece)))
}

/** The place, from 0, where a piece is right, or `null` when it belongs nowhere. */
export function correctSlotOf(question: ArrangementQuestion, piece: number): number | null {
  const home =
    question.type === 'reorder'
      ? question.answerKey.indexOf(String(piece))
      : (question.answerKey.map(parsePair).find((pair) => pair?.right === piece)?.left ?? -1)
  return home === -1 ? null : home
}

/** Pieces still in the pool, by index, in their own order. */
export function listPoolItems(question: ArrangementQuestion, arrangement: Arrangement): number[] {
  return listItems(question).flatMap((_, piece) => (arrangement.includes(piece) ? [] : [piece]))
}

/**
 * Puts a piece into a place. A piece that stood there goes back to the pool, or changes places with the newcomer when
 * that came from another place.
 */
export function placeItem(arrangement: Arrangement, piece: number, place: number): Arrangement {
  if (place < 0 || place >= arrangement.length || arrangement[place] === piece) return arrangement
  const from = arrangement.indexOf(piece)
  const displaced = arrangement[place] ?? null
  return arrangement.map((before, i) => (i === place ? piece : i === from ? displaced : before))
}

/** Puts a piece into the first empty place. Without one, nothing changes. */
export function placeInNextSlot(arrangement: Arrangement, piece: number): Arrangement {
  const empty = arrangement.indexOf(null)
  return empty === -1 || arrangement.includes(piece) ? arrangement : placeItem(arrangement, piece, empty)
}

/** Sends the piece of a place back to the pool. */
export function returnItem(arrangement: Arrangement, place: number): Arrangement {
  return arrangement.map((before, i) => (i === place ? null : before))
}

/** Every piece back in the pool. Source: spec §2, a reset button clears all. */
export function resetSlots(arrangement: Arrangement): Arrangement {
  return arrangement.map(() => null)
}

function readStep(entry: string, position: number) {
  return /^\d+$/.test(entry) ? { left: position, right: Number(entry) } : undefined
}
