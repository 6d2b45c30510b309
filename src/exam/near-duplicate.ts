/**
 * Questions that say nearly the same: in the same words but a few, or with the very same question above other options.
 * Somebody has to look at them; they may both be wanted.
 *
 * Words are compared as sets. Comparing each question with each would take hours in a large bank, so only those are
 * compared that fall into the same bucket: sets that share most of their words nearly always have one in common
 * (MinHash), others hardly ever.
 */
import { foldText, plainText } from '#exam/plain-text.ts'

/** What is compared of a question, HTML: its text, and all that is chosen from or put together. */
export type Wording = { text: string; choices: readonly string[] }

export type NearIndex<Name> = {
  /** Adds a question, and gives the most similar one that was added before, if any is similar. */
  add: (wording: Wording, name: Name) => Name | undefined
}

/** Share of their words, in percent, that two questions have in common when they are similar. */
const similarPercentMin = 70
/** A question of fewer words, such as "What should you do?", stands above different options with good reason. */
const sameTextWordsMin = 12
/** With these, of two questions that share 70 % of their words, 99 in 100 are found; of two that share 30 %, 28 in 100 are compared in vain. */
const bands = 12
const rowsPerBand = 3
/** A file that says the same ten thousand times fills its buckets with it; one of them is enough to point at. */
const bucketSizeMax = 2

/** `words` in the order of their numbers. */
type IndexedWording<Name> = { words: Uint32Array; name: Name }

export function makeNearIndex<Name>(): NearIndex<Name> {
  const buckets = new Map<number, IndexedWording<Name>[]>()
  const sameText = new Map<string, Name>()

  return {
    add: ({ text, choices }, name) => {
      const textWords = splitWords(text)
      const known = { words: numbersOf([...textWords, ...choices.flatMap(splitWords)]), name }
      let best: { percent: number; name: Name } | undefined
      const compared = new Set<IndexedWording<Name>>()
      for (const bucket of bucketsOf(known.words)) {
        const held = buckets.get(bucket) ?? []
        for (const other of held) {
          if (compared.has(other)) continue
          compared.add(other)
          const percent = sharedPercent(known.words, other.words)
          if (percent >= similarPercentMin && percent > (best?.percent ?? 0)) best = { percent, name: other.name }
        }
        if (held.length === 0) buckets.set(bucket, [known])
        // A list that grows by itself makes room for many more.
        else if (held.length < bucketSizeMax) buckets.set(bucket, [...held, known])
      }
      const whole = textWords.length >= sameTextWordsMin ? textWords.join(' ') : undefined
      const twin = whole === undefined ? undefined : sameText.get(whole)
      if (whole !== undefined && twin === undefined) sameText.set(whole, name)
      return best?.name ?? twin
    },
  }
}

function splitWords(html: string): string[] {
  return foldText(plainText(html)).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Words as numbers, each once. Two words may share a number, one pair in four thousand million. */
function numbersOf(words: readonly string[]): Uint32Array {
  const sorted = Uint32Array.from(words, numberOf).toSorted()
  let count = 0
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i] as number
  return sorted.slice(0, count)
}

/** FNV-1a. */
function numberOf(word: string): number {
  let number = 0x811c9dc5
  for (let i = 0; i < word.length; i++) number = Math.imul(number ^ word.charCodeAt(i), 0x01000193)
  return number >>> 0
}

/** Odd factors, so that each shuffles all numbers in its own way. */
const factors = Uint32Array.from({ length: bands * rowsPerBand }, (_, i) => numberOf(`shuffle ${i}`) | 1)

/** Numbers of the buckets a set of words falls into; none for a question without words. */
function bucketsOf(words: Uint32Array): number[] {
  if (words.length === 0) return []
  const found: number[] = []
  for (let band = 0; band < bands; band++) {
    let bucket = band
    for (let row = 0; row < rowsPerBand; row++) {
      const least = leastShuffled(words, factors[band * rowsPerBand + row] ?? 1)
      bucket = Math.imul(bucket ^ least, 0x01000193) ^ (least >>> 13)
    }
    found.push(bucket)
  }
  return found
}

function leastShuffled(words: Uint32Array, factor: number): number {
  let least = 0xffffffff
  // Counting is several times as fast as iterating, and this is done a thousand times for each question.
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as number
    const shuffled = Math.imul(word ^ (word >>> 15), factor) >>> 0
    if (shuffled < least) least = shuffled
  }
  return least
}

/** Words that both have, in percent of those that one of them has. */
function sharedPercent(one: Uint32Array, other: Uint32Array): number {
  let shared = 0
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    const a = one[i] as number
    const b = other[j] as number
    if (a === b) shared += 1
    if (a <= b) i += 1
    if (b <= a) j += 1
  }
  return (100 * shared) / (one.length + other.length - shared)
}
