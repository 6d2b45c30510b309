/** Durations, numbers, plurals, and lists in French. */

const locale = 'fr-FR'
const numbers = new Intl.NumberFormat(locale)
const conjunctions = new Intl.ListFormat(locale, { type: 'conjunction' })
const alternatives = new Intl.ListFormat(locale, { type: 'disjunction' })
const pluralRules = new Intl.PluralRules(locale)

// Intl cannot spell numbers.
const words = 'aucun un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'.split(' ')

/** A number up to 16 as a word, for use in a sentence: 3 → `trois`. Larger numbers stay digits. */
export function countWord(count: number): string {
  return words[count] ?? number(count)
}

/** Milliseconds as hours and minutes: `1 h 22 min`, `4 min`, `moins d’une minute`. */
export function span(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'moins d’une minute'
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? unit(minutes, 'minute') : `${unit(hours, 'hour')} ${unit(minutes % 60, 'minute')}`
}

function unit(count: number, name: 'hour' | 'minute'): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(count)
}

/** `1440` → `1 440`, with a narrow no-break space. */
export function number(count: number): string {
  return numbers.format(count)
}

/** `165` → `165 USD`. */
export function dollars(amount: number): string {
  return `${number(amount)}\u00a0USD`
}

/** The form of a word after a number. French counts 0 and 1 as singular: `0` → `question`, `2` → `questions`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return pluralRules.select(count) === 'one' ? one : many
}

/** `1` → `1 question`, `1200` → `1 200 questions`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${plural(count, one, many)}`
}

/** The days until an exam: `0` → `MB-800, c’est aujourd’hui`, `27` → `MB-800 dans 27 jours`. */
export function daysTo(count: number, id: string): string {
  return count === 0 ? `${id}, c’est aujourd’hui` : `${id} dans ${counted(count, 'jour')}`
}

/** Question numbers, at most twelve of them: `4, 5, 9` or `1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 et 206 autres`. */
export function someNumbers(questionNumbers: readonly number[]): string {
  const rest = questionNumbers.length - 12
  return `${questionNumbers.slice(0, 12).join(', ')}${rest > 0 ? ` et ${counted(rest, 'autre')}` : ''}`
}

/** `['A', 'C', 'D']` → `A, C et D`. */
export function allOf(entries: readonly string[]): string {
  return conjunctions.format(entries)
}

/** `['A', 'C', 'D']` → `A, C ou D`. */
export function anyOf(entries: readonly string[]): string {
  return alternatives.format(entries)
}
