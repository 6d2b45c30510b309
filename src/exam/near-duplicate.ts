/**
 * Finds near duplicates: questions that share most of their words, or the same question text with different options. In an import,
 * near duplicates only cause warnings, because both questions may be intended. In `content/`, they are problems (`bank-report.ts`).
 *
 * Words are compared as sets. Comparing every pair would take hours in a large bank, so MinHash puts each question into
 * buckets. Sets that share most of their words nearly always share a bucket; dissimilar sets rarely do.
 */
import { printCompletion, type Completion } from '#exam/completion.ts'
import { escapeHtml, foldText, plainText } from '#exam/plain-text.ts'
import type { Question } from '#exam/question.ts'

/** The compared HTML of a question: its text, and its options and pair entries. */
export type Wording = { text: string; choices: readonly string[] }

export type NearDuplicateIndex<Name> = {
  /** Adds a question and returns the name of its near duplicate, the most similar earlier question. */
  add: (wording: Wording, name: Name) => Name | undefined
}

/** Near duplicates share at least this percentage of the words of both questions. */
const similarPercentMin = 70
/** There can be a good reason for questions with a shorter text, such as "What should you do?", to differ only in their options. */
const sameTextWordsMin = 12
/** MinHash parameters. They find 99% of pairs that share 70% of their words, and compare 28% of pairs that share 30%. */
const bands = 12
const rowsPerBand = 3
/** Limits the time for a file with thousands of copies of one question. */
const bucketSizeMax = 2

/** `words` are hashes in ascending order. */
type IndexedWording<Name> = { words: Uint32Array; name: Name }

/** Every question of a solution series ends with this sentence, so the sentence is not compared. */
const seriesQuestion = /does (?:the|this) solution meet the goal\?/i

export function wordingOf({ text, options, pairs, completion }: Pick<Question, 'text' | 'options' | 'pairs' | 'completion'>): Wording {
  const choices = [...options, ...(pairs?.left ?? []), ...(pairs?.right ?? [])]
  return {
    text: text.replace(seriesQuestion, ''),
    choices: completion ? [...choices, printCompletion(completion, (blank) => blankChoices(completion, blank))] : choices,
  }
}

function blankChoices({ blanks }: Completion, blank: number): string {
  return ` ${(blanks[blank]?.choices ?? []).map(escapeHtml).join(' ')} `
}

/** Whether two questions are near duplicates. This comparison is exact, whereas the index may miss a few. */
export function isNearDuplicate(one: Wording, other: Wording): boolean {
  const [text, otherText] = [splitWords(one.text), splitWords(other.text)]
  if (text.length >= sameTextWordsMin && text.join(' ') === otherText.join(' ')) return true
  const hash = (words: readonly string[], { choices }: Wording) => hashWords([...words, ...choices.flatMap(splitWords)])
  return sharedPercent(hash(text, one), hash(otherText, other)) >= similarPercentMin
}

/**
 * Signed 32-bit numbers. The index compares two questions only if they have a number in common. The database stores these numbers: a migration
 * must empty the table `question_buckets` when the numbers of a wording change.
 */
export function listWordingBuckets({ text, choices }: Wording): number[] {
  const textWords = splitWords(text)
  const longText = joinLongText(textWords)
  const buckets = listBuckets(hashWords([...textWords, ...choices.flatMap(splitWords)]))
  return longText === undefined ? buckets : [...buckets, hashWord(`text ${longText}`) | 0]
}

export function createNearDuplicateIndex<Name>(): NearDuplicateIndex<Name> {
  const buckets = new Map<number, IndexedWording<Name>[]>()
  const sameText = new Map<string, Name>()

  return {
    add: ({ text, choices }, name) => {
      const textWords = splitWords(text)
      const added = { words: hashWords([...textWords, ...choices.flatMap(splitWords)]), name }
      let best: { percent: number; name: Name } | undefined
      const compared = new Set<IndexedWording<Name>>()
      for (const bucket of listBuckets(added.words)) {
        const members = buckets.get(bucket) ?? []
        for (const other of members) {
          if (compared.has(other)) continue
          compared.add(other)
          const percent = sharedPercent(added.words, other.words)
          if (percent >= similarPercentMin && percent > (best?.percent ?? 0)) best = { percent, name: other.name }
        }
        if (members.length === 0) buckets.set(bucket, [added])
        // A new array has no unused capacity, unlike an array filled with `push`.
        else if (members.length < bucketSizeMax) buckets.set(bucket, [...members, added])
      }
      const longText = joinLongText(textWords)
      const sameTextName = longText === undefined ? undefined : sameText.get(longText)
      if (longText !== undefined && sameTextName === undefined) sameText.set(longText, name)
      return best?.name ?? sameTextName
    },
  }
}

function joinLongText(words: readonly string[]): string | undefined {
  return words.length >= sameTextWordsMin ? words.join(' ') : undefined
}

function splitWords(html: string): string[] {
  return foldText(plainText(html)).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The sorted hashes of the words, without duplicates. Two different words have the same hash in one in four billion cases. */
function hashWords(words: readonly string[]): Uint32Array {
  const sorted = Uint32Array.from(words, hashWord).toSorted()
  let count = 0
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i] as number
  return sorted.slice(0, count)
}

/** FNV-1a, 32 bits. */
function hashWord(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Odd factors: each one permutes all 32-bit hashes differently. */
const factors = Uint32Array.from({ length: bands * rowsPerBand }, (_, i) => hashWord(`shuffle ${i}`) | 1)

/** The buckets of a set of words. A question without words has none. */
function listBuckets(words: Uint32Array): number[] {
  if (words.length === 0) return []
  const buckets: number[] = []
  for (let band = 0; band < bands; band++) {
    let bucket = band
    for (let row = 0; row < rowsPerBand; row++) {
      const least = findMinHash(words, factors[band * rowsPerBand + row] ?? 1)
      bucket = Math.imul(bucket ^ least, 0x01000193) ^ (least >>> 13)
    }
    buckets.push(bucket)
  }
  return buckets
}

function findMinHash(words: Uint32Array, factor: number): number {
  let least = 0xffffffff
  // A loop with an index is several times faster than for-of here.
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as number
    const permuted = Math.imul(word ^ (word >>> 15), factor) >>> 0
    if (permuted < least) least = permuted
  }
  return least
}

/** The words that both sets contain, as a percentage of the words in either set (Jaccard similarity). */
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
