/** Numbers in words, in French. */
import { number } from '#web/text/fr/numbers.ts'

// Intl cannot spell numbers.
const words = 'aucun un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'.split(' ')

/** A number up to 16 as a word, for use in a sentence: 3 → `trois`. Larger numbers stay digits. */
export function countWord(count: number): string {
  return words[count] ?? number(count)
}
