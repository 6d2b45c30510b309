/** Converts drag-and-drop and reorder questions to matching questions, for formats that list only pairs. */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { parsePair } from '#exam/question.ts'

/** An item and the prompt that it belongs to, as HTML. An item with an empty `prompt` is only listed. */
export type WrittenMatch = { readonly prompt: string; readonly item: string }

/** Whether some steps have no place. Formats with ordering questions use every step. */
export function hasSurplusSteps({ type, options, answerKey }: Pick<BankQuestion, 'type' | 'options' | 'answerKey'>): boolean {
  return type === 'reorder' && answerKey.length < options.length
}

/**
 * The pairs of a drag-and-drop question, or the places and steps of a reorder question. The first occurrences of the items are in the order
 * of the question: if the pairs alone would not show that order, all items are listed before the pairs.
 */
export function listMatches({ type, options, pairs, answerKey }: BankQuestion): WrittenMatch[] {
  const [items, matches] =
    type === 'reorder'
      ? [options, answerKey.map((step, place) => ({ prompt: String(place + 1), item: Number(step) }))]
      : [pairs?.right ?? [], answerKey.flatMap((entry) => matchOf(entry, pairs?.left ?? []))]
  const used = [...new Set(matches.map(({ item }) => item))]
  const order = [...used, ...Array.from(items.keys()).filter((item) => !used.includes(item))]
  const isInOrder = order.every((item, i) => item === i)
  const written = (item: number, prompt = '') => ({ prompt, item: items[item] ?? '' })
  const pairsWritten = matches.map(({ prompt, item }) => written(item, prompt))
  return isInOrder
    ? [...pairsWritten, ...order.slice(used.length).map((item) => written(item))]
    : [...items.map((_, item) => written(item)), ...pairsWritten]
}

function matchOf(entry: string, prompts: readonly string[]): { prompt: string; item: number }[] {
  const pair = parsePair(entry)
  const prompt = pair && prompts[pair.left]
  return pair && prompt !== undefined ? [{ prompt, item: pair.right }] : []
}
