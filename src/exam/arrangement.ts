/**
 * Items and slots of a reorder or drag-and-drop question.
 *
 * An arrangement lists the index of the item in each slot, or `null` for an empty slot. Arrangements are parsed from answers and formatted
 * as answers, so an attempt stores only answers.
 */
import { parsePair, type AnswerInput, type Question } from '#exam/question.ts'

export type Arrangement = readonly (number | null)[]

export type ArrangementQuestion = Pick<Question, 'type' | 'options' | 'pairs' | 'answerKey' | 'reusesItems'>

/** The items as HTML: the steps of a reorder question, or the right side of a drag-and-drop question. */
export function listItems(question: ArrangementQuestion): readonly string[] {
  return question.type === 'reorder' ? question.options : (question.pairs?.right ?? [])
}

/** How many slots a question has. A reorder question has one slot per entry of its answer key, so some items may be left over. */
export function countSlots(question: ArrangementQuestion): number {
  return question.type === 'reorder' ? question.answerKey.length : (question.pairs?.left.length ?? 0)
}

/**
 * Whether an item may fill several slots: `reusesItems` if it is set, otherwise whether the answer key of a drag-and-drop question uses an
 * item more than once.
 */
export function canReuseItems({ answerKey, reusesItems }: Pick<Question, 'answerKey' | 'reusesItems'>): boolean {
  const items = answerKey.flatMap((entry) => parsePair(entry)?.right ?? [])
  return reusesItems ?? new Set(items).size < items.length
}

/**
 * Parses an answer or an answer key. Ignores entries with an unknown item or slot, and repeated items if each item may be used only once.
 */
export function parseArrangement(question: ArrangementQuestion, answer: AnswerInput): Arrangement {
  const slots: (number | null)[] = Array.from({ length: countSlots(question) }, () => null)
  const itemCount = listItems(question).length
  const isReusable = canReuseItems(question)
  answer.forEach((entry, position) => {
    const pair = question.type === 'reorder' ? parseStep(entry, position) : parsePair(entry)
    if (!pair || pair.left >= slots.length || pair.right >= itemCount || (!isReusable && slots.includes(pair.right))) return
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

/** Positions of the slots that an item fills, from 0. */
export function listSlotsOf(arrangement: Arrangement, item: number): number[] {
  return arrangement.flatMap((each, slot) => (each === item ? [slot] : []))
}

/** Fills a slot, or empties it with `null`. An item that cannot be reused is removed from its other slot. */
export function fillSlot(arrangement: Arrangement, slot: number, item: number | null, isReusable: boolean): Arrangement {
  return arrangement.map((before, i) => (i === slot ? item : before === item && !isReusable ? null : before))
}

/** Swaps the items of two slots. */
export function swapSlots(arrangement: Arrangement, one: number, other: number): Arrangement {
  return arrangement.map((item, i) => (i === one ? (arrangement[other] ?? null) : i === other ? (arrangement[one] ?? null) : item))
}

function parseStep(entry: string, position: number) {
  return /^\d+$/.test(entry) ? { left: position, right: Number(entry) } : undefined
}
