/** Dates and counts as French prose writes them. Days are ISO dates without a time, so no time zone may move them. */

const months = ['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre']

/** `2026-07-01` → `1er juillet 2026`. */
export function day(date: string): string {
  const number = Number(date.slice(8, 10))
  return `${number === 1 ? '1er' : number} ${monthOfYear(date)}`
}

/** `2026-06-30` → `juin 2026`. */
export function monthOfYear(date: string): string {
  return `${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`
}

const words = [
  'aucun',
  'un',
  'deux',
  'trois',
  'quatre',
  'cinq',
  'six',
  'sept',
  'huit',
  'neuf',
  'dix',
  'onze',
  'douze',
  'treize',
  'quatorze',
  'quinze',
  'seize',
]

/** A small number within a sentence: 3 → `trois`; larger ones stay figures. */
export function countWord(count: number): string {
  return words[count] ?? figure(count)
}

/** 1440 → `1 440`, with a space that does not break. */
export function figure(count: number): string {
  return count.toLocaleString('fr-FR')
}

/** `MB-230, MB-800 et PL-900`. */
export function list(entries: readonly string[]): string {
  return new Intl.ListFormat('fr').format(entries)
}
