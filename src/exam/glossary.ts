/** The glossary of product terms in `content/glossary/*.json`, and the words by which a text names a term. */
import { foldText } from '#exam/plain-text.ts'

/** `also`: other names, such as an abbreviation. `definition`: plain text. `address`: an official page about it. */
export type GlossaryTerm = {
  readonly term: string
  readonly also: readonly string[]
  readonly definition: string
  readonly address: string
}

/** Terms of one product, for the exams that ask about it. */
export type Glossary = { readonly certificationIds: readonly string[]; readonly terms: readonly GlossaryTerm[] }

/** Maximum number of words in a term. */
export const termWordsMax = 6

/**
 * The words of a term as they are compared: lowercase and singular.
 *
 * | term              | key                |
 * |-------------------|--------------------|
 * | `Posting groups`  | `posting group`    |
 * | `direct-debit`    | `direct debit`     |
 * | `Ledger entries`  | `ledger entry`     |
 */
export function termKeyOf(term: string): string {
  return listKeyWords(term).join(' ')
}

/** The keys of all terms that a text could name: each run of at most `termWordsMax` of its words, once, in the order of the text. */
export function listTermKeys(text: string, wordsMax: number): string[] {
  const words = listKeyWords(text).slice(0, wordsMax)
  const runs = words.flatMap((_, start) =>
    Array.from({ length: Math.min(termWordsMax, words.length - start) }, (_run, more) => words.slice(start, start + more + 1).join(' ')),
  )
  return [...new Set(runs)]
}

function listKeyWords(text: string): string[] {
  return (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(singularOf)
}

/** The same ending for both forms of a word is enough, so `series` may become `sery`. */
function singularOf(word: string): string {
  // Words such as status and analysis, but not SKUs.
  if (word.length < 4 || /ss$|.{3}(?:us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/(?<=x|ch|sh|ss)es$|s$/, '')
}
