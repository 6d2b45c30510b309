/** Converts the pairs of another format to a drag-and-drop question, in which each prompt has exactly one item. */
import { QuestionRefusal, type NoteLeftOut } from '#server/bank/formats/qti/question.ts'
import type { Pairs } from '#exam/question.ts'
import { plainText, shorten } from '#exam/plain-text.ts'

/** One entry of a side, with the id that the pairs refer to. */
export type MatchEntry = { readonly id: string; readonly html: string }

/** Each of the `pairs` has an id of the left side and an id of the right side. */
export type Matching = { left: readonly MatchEntry[]; right: readonly MatchEntry[]; pairs: readonly (readonly [string, string])[] }

type MatchingFields = { pairs: Pairs; correct_answer: string[] }

/**
 * If a prompt has several items or none, but no item has several prompts, the sides are swapped, so that items are sorted into groups.
 *
 * @throws {QuestionRefusal} when there are no pairs, or neither side fits
 */
export function createMatching({ left, right, pairs }: Matching, note: NoteLeftOut): MatchingFields {
  const known = removeRepeated(pairs).filter(([a, b]) => left.some(({ id }) => id === a) && right.some(({ id }) => id === b))
  if (known.length === 0) throw new QuestionRefusal('correct_answer', 'is missing')
  const reversed = known.map(([a, b]) => [b, a] as const)
  // With the sides as written, an item without a prompt is a distractor, which is allowed.
  if (hasOneMatchEach(known) && left.every(({ id }) => known.some(([a]) => a === id))) return build(left, right, known, note)
  if (hasOneMatchEach(reversed)) return build(right, left, reversed, note)
  if (hasOneMatchEach(known)) return build(left, right, known, note)
  const repeated = left.find(({ id }) => known.filter(([a]) => a === id).length > 1)
  throw new QuestionRefusal('pairs', `match ${name(repeated)} with several items; in this bank each prompt has exactly one item`)
}

function build(
  left: readonly MatchEntry[],
  right: readonly MatchEntry[],
  pairs: readonly (readonly [string, string])[],
  note: NoteLeftOut,
): MatchingFields {
  const prompts = left.filter(({ id }) => pairs.some(([a]) => a === id))
  for (const entry of left)
    if (!prompts.includes(entry)) note('pairs', `have the prompt ${name(entry)}, which matches nothing and is left out`)
  const items = mergeEqual(right)
  const find = (id: string) => items.findIndex(({ ids }) => ids.includes(id))
  return {
    pairs: { left: prompts.map(({ html }) => html), right: items.map(({ html }) => html) },
    correct_answer: prompts.map(({ id }, i) => `${i}=${find(pairs.find(([a]) => a === id)?.[1] ?? '')}`),
  }
}

/** Entries with the same text become one item, which may then fill several slots. */
function mergeEqual(entries: readonly MatchEntry[]): { html: string; ids: string[] }[] {
  const merged = new Map<string, { html: string; ids: string[] }>()
  for (const { id, html } of entries) {
    const words = html.includes('<') ? html : html.trim()
    const same = merged.get(words)
    if (same) same.ids.push(id)
    else merged.set(words, { html, ids: [id] })
  }
  return [...merged.values()]
}

function hasOneMatchEach(pairs: readonly (readonly [string, string])[]): boolean {
  return new Set(pairs.map(([a]) => a)).size === pairs.length
}

function removeRepeated(pairs: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()]
}

function name(entry: MatchEntry | undefined): string {
  return `“${shorten(plainText(entry?.html ?? ''), 40)}”`
}
