/** The glossary of product terms in `content/glossary/*.json`, and how terms are found in a text. */
import { foldText } from '#exam/plain-text.ts'

/** `also`: other names, such as an abbreviation. `definition`: plain text. `address`: an official page about the term. */
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
 * The words of a term in the form used for comparison: lowercase and singular.
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

/**
 * The keys of all terms that a text could contain: every sequence of up to `termWordsMax` consecutive words, without duplicates, in the
 * order of the text. Only the first `wordsMax` words of the text are read.
 */
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

/** Singular and plural only need to end up the same, so it does not matter that `series` becomes `sery`. */
function singularOf(word: string): string {
  // Singular words such as status and analysis, but not plurals such as SKUs.
  if (word.length < 4 || /ss$|.{3}(?:us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/(?<=x|ch|sh|ss)es$|s$/, '')
}
