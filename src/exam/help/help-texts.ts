/** Finds sentences, words, and differences in the texts that the built-in help quotes. */
import { plainText } from '#exam/plain-text.ts'

const stopWords = new Set(
  'a an and are as at be but by can could do does for from has have how i in is it its me my not of on or should so than that the their them then there these they this to was what when where which who why will with would you your question answer option choice explain help about mean means meaning matter matters difference between tell please give use used need needs know more one'.split(
    ' ',
  ),
)

/** Words that limit which choice fits. */
const conditionWords =
  /\b(?:must(?:n['’]t)?|only|without|cannot|can['’]t|not|never|no|no one|every|each|all|any|existing|already|still|at least|at most|least|minimum|fewest|before|after|except|automatically|instead|until|same|again)\b/gi

/** Names of symbols that a candidate may spell out. */
const symbolNames: Readonly<Record<string, string>> = {
  ampersand: '&',
  asterisk: '*',
  star: '*',
  pipe: '|',
  bar: '|',
  at: '@',
  percent: '%',
  dots: '..',
  quotes: "'",
  apostrophe: "'",
}

/** The sentences of HTML as plain text. The end of a table cell or list item also ends a sentence. */
export function listSentences(html: string): string[] {
  return html
    .split(/<\/(?:p|li|h\d|td|th|figcaption)>/i)
    .flatMap((block) => plainText(block).split(/(?<=[.?!][”"’']?)\s+(?=[\p{Lu}\p{N}“"])/u))
    .filter((sentence) => sentence !== '')
}

/**
 * The actual question: the last sentence with a question mark. If there is none, the last sentence that gives a task, or simply the last
 * sentence.
 */
export function findAskedSentence(html: string): string {
  const sentences = listSentences(html)
  return (
    sentences.findLast((sentence) => /\?[”"’']?$/.test(sentence)) ??
    sentences.findLast((sentence) => /^(?:which|what|how|select|choose|match|arrange|put|order|drag|place)\b/i.test(sentence)) ??
    sentences.at(-1) ??
    ''
  )
}

/** Product terms in HTML: its bold text and code, each once. */
export function listTerms(html: string): string[] {
  const found = [...html.matchAll(/<(b|strong|code)(?:\s[^<>]*)?>(.*?)<\/\1>/gi)].map((match) => plainText(match[2] ?? ''))
  return [...new Set(found)].filter((term) => term !== '')
}

/** The words of a sentence that limit which choice fits, in lower case, each once. */
export function listConditionWords(sentence: string): string[] {
  return [...new Set((sentence.match(conditionWords) ?? []).map((word) => word.toLowerCase()))]
}

/** The significant words of a text in their order, as written. */
export function listSignificantWords(text: string): string[] {
  return listWords(text).filter((word) => isSignificant(word.toLowerCase()))
}

/** Stems of the significant words, at most six letters each, so that "posting" matches "posted". */
export function stemsOf(text: string): Set<string> {
  return new Set(listSignificantWords(text).map(stemOf))
}

/** The symbols that a message spells out, such as "ampersand". */
export function listNamedSymbols(message: string): string[] {
  const words = message.toLowerCase().match(/\p{L}+(?:\s+signs?\b)?/gu) ?? []
  return words.flatMap((word) => {
    const name = word.replace(/\s+signs?$/, '')
    return name === 'at' && name === word ? [] : (symbolNames[name] ?? [])
  })
}

/** How many of the stems a text contains. */
export function countShared(text: string, stems: ReadonlySet<string>): number {
  return [...stemsOf(text)].filter((stem) => stems.has(stem)).length
}

/**
 * Up to `max` texts that share the most stems, in their original order. Texts that share fewer than half as many as the best text are
 * left out. Empty if no text shares any.
 */
export function selectRelated<Text extends { readonly text: string }>(
  texts: readonly Text[],
  stems: ReadonlySet<string>,
  max: number,
): Text[] {
  const scored = texts.map((text) => ({ text, score: countShared(text.text, stems) }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const chosen = scored
    .filter(({ score }) => score > 0 && score * 2 >= best)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, max)
  return scored.filter((one) => chosen.includes(one)).map(({ text }) => text)
}

/**
 * The wording that only one of two texts has, as written: everything outside their longest common sequence of words. If the texts have
 * little in common, each is returned whole.
 */
export function listDifferences(one: string, other: string): [onlyOne: string[], onlyOther: string[]] {
  if (similarityOf(one, other) < similarEnough) return one === other ? [[], []] : [[one], [other]]
  const [a, b] = [one.split(' '), other.split(' ')]
  const lengths = commonLengths(a.map(fold), b.map(fold))
  const [keptA, keptB] = [new Set<number>(), new Set<number>()]
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (fold(a[i] ?? '') === fold(b[j] ?? '')) {
      keptA.add(i++)
      keptB.add(j++)
    } else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) i++
    else j++
  }
  return [joinRuns(a, keptA), joinRuns(b, keptB)]
}

/** At or above this similarity, the differing words are more useful than the whole wording. */
export const similarEnough = 0.3

/** `[i][j]`: the length of the longest common sequence of the words of `a` from `i` on and the words of `b` from `j` on. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0))
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i]
      if (row) row[j] = a[i] === b[j] ? 1 + (lengths[i + 1]?.[j + 1] ?? 0) : Math.max(lengths[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return lengths
}

/** The words that are not in both texts, joined where they are adjacent. */
function joinRuns(words: readonly string[], kept: ReadonlySet<number>): string[] {
  const runs: string[][] = [[]]
  words.forEach((word, i) => (kept.has(i) ? runs.push([]) : runs.at(-1)?.push(word)))
  return runs.map((run) => run.join(' ').replace(/[,.;:]$/, '')).filter((run) => run !== '')
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[,.;:]$/, '')
}

/** How similar two texts are: the share of stems that they have in common, from 0 to 1. */
export function similarityOf(one: string, other: string): number {
  const [a, b] = [stemsOf(one), stemsOf(other)]
  const shared = [...a].filter((stem) => b.has(stem)).length
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}

function listWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? []
}

function isSignificant(word: string): boolean {
  return (word.length > 2 || /^\d+$/.test(word)) && !stopWords.has(word)
}

function stemOf(word: string): string {
  return word
    .toLowerCase()
    .replace(/(?:['’]s|ing|ed|es|s)$/, '')
    .slice(0, 6)
}
