/** Numbers, plurals, and lists in French. */

const locale = 'fr-FR'
const numbers = new Intl.NumberFormat(locale)
const conjunctions = new Intl.ListFormat(locale, { type: 'conjunction' })
const alternatives = new Intl.ListFormat(locale, { type: 'disjunction' })
const pluralRules = new Intl.PluralRules(locale)

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
