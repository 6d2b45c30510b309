/** Dates, counts and lists in French. An ISO day has no time, so it is printed in UTC and no time zone shifts it. */

const days = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-07-01` → `1er juillet 2026`. */
export function day(date: string): string {
  return days.format(new Date(date)).replace(/^1 /, '1er ')
}

/** `2026-06-30` → `juin 2026`. */
export function monthOfYear(date: string): string {
  return months.format(new Date(date))
}

// Intl cannot spell numbers.
const words = 'aucun un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'.split(' ')

/** A number up to 16 as a word, for use in a sentence: 3 → `trois`. Larger numbers stay digits. */
export function countWord(count: number): string {
  return words[count] ?? figure(count)
}

/** 1440 → `1 440`, with a non-breaking space. */
export function figure(count: number): string {
  return count.toLocaleString('fr-FR')
}

/** `MB-230, MB-800 et PL-900`. */
export function list(entries: readonly string[]): string {
  return new Intl.ListFormat('fr').format(entries)
}
