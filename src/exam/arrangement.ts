/**
 * Items and slots of a reorder or drag-and-drop question. Items start in a pool and are placed in slots.
 *
 * An arrangement lists the index of the item in each slot, or `null` for an empty slot. It is parsed from an answer and formatted as
 * one, so an attempt stores only answers.
 */
import { parsePair, type AnswerInput, type Question } from '#exam/question.ts'

export type Arrangement = readonly (number | null)[]

type ArrangementQuestion = Pick<Question, 'type' | 'options' | 'pairs' | 'answerKey'>

/** The items as HTML: the steps of a reorder question, or the right side of a drag-and-drop question. */
export function listItems(question: ArrangementQuestion): readonly string[] {
  return question.type === 'reorder' ? question.options : (question.pairs?.right ?? [])
}

/** How many slots a question has. A reorder question has as many as its answer key, so it may have surplus items. */
export function countSlots(question: ArrangementQuestion): number {
  return question.type === 'reorder' ? question.answerKey.length : (question.pairs?.left.length ?? 0)
}

/** Parses an answer. Entries with an unknown item or slot are ignored, and so are repeated items. */
export function parseArrangement(question: ArrangementQuestion, answer: AnswerInput): Arrangement {
  const slots: (number | null)[] = Array.from({ length: countSlots(question) }, () => null)
  const itemCount = listItems(question).length
  answer.forEach((entry, position) => {
    const pair = question.type === 'reorder' ? parseStep(entry, position) : parsePair(entry)
    if (!pair || pair.left >= slots.length || pair.right >= itemCount || slots.includes(pair.right)) return
    slots[pair.left] = pair.right
  })
  return slots
}

/** Formats an arrangement as an answer. Empty slots at the end of a reorder answer are omitted. */
export function formatArrangement(question: ArrangementQuestion, arrangement: Arrangement): AnswerInput {
  if (question.type !== 'reorder') {
    return arrangement.flatMap((item, slot) => (item === null ? [] : [`${slot}=${item}`]))
  }
  const last = arrangement.findLastIndex((item) => item !== null)
  return arrangement.slice(0, last + 1).map((item) => (item === null ? '' : String(item)))
}

/** The slot, from 0, where an item is correct, or `null` for a surplus item. */
export function correctSlotOf(question: ArrangementQuestion, item: number): number | null {
  const slot =
    question.type === 'reorder'
      ? question.answerKey.indexOf(String(item))
      : (question.answerKey.map(parsePair).find((pair) => pair?.right === item)?.left ?? -1)
  return slot === -1 ? null : slot
}

/** Indexes of the items still in the pool, ascending. */
export function listPoolItems(question: ArrangementQuestion, arrangement: Arrangement): number[] {
  return listItems(question).flatMap((_, item) => (arrangement.includes(item) ? [] : [item]))
}

/** Places an item in a slot. An item already in that slot moves to the slot the new item came from, or back to the pool. */
export function placeItem(arrangement: Arrangement, item: number, slot: number): Arrangement {
  if (slot < 0 || slot >= arrangement.length || arrangement[slot] === item) return arrangement
  const from = arrangement.indexOf(item)
  const displaced = arrangement[slot] ?? null
  return arrangement.map((before, i) => (i === slot ? item : i === from ? displaced : before))
}

/** Places an item in the first empty slot. Nothing changes when no slot is empty or the item is already placed. */
export function placeInNextSlot(arrangement: Arrangement, item: number): Arrangement {
  const empty = arrangement.indexOf(null)
  return empty === -1 || arrangement.includes(item) ? arrangement : placeItem(arrangement, item, empty)
}

export function returnItem(arrangement: Arrangement, slot: number): Arrangement {
  return arrangement.map((before, i) => (i === slot ? null : before))
}

/** Returns every item to the pool. Source: spec §2, a reset button clears all. */
export function resetSlots(arrangement: Arrangement): Arrangement {
  return arrangement.map(() => null)
}

function parseStep(entry: string, position: number) {
  return /^\d+$/.test(entry) ? { left: position, right: Number(entry) } : undefined
}
