/** Numbers and plurals in US English. */

const locale = 'en-US'
const numbers = new Intl.NumberFormat(locale)
const dollarAmounts = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const conjunctions = new Intl.ListFormat(locale, { type: 'conjunction' })
const alternatives = new Intl.ListFormat(locale, { type: 'disjunction' })
const pluralRules = new Intl.PluralRules(locale)

/** `1234` → `1,234`. */
export function number(count: number): string {
  return numbers.format(count)
}

/** `165` → `$165`. */
export function dollars(amount: number): string {
  return dollarAmounts.format(amount)
}

/** `1` → `1 question`, `1200` → `1,200 questions`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${pluralRules.select(count) === 'one' ? one : many}`
}

/** Question numbers, at most twelve of them: `4, 5, 9` or `1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, and 206 more`. */
export function someNumbers(questionNumbers: readonly number[]): string {
  const rest = questionNumbers.length - 12
  return `${questionNumbers.slice(0, 12).join(', ')}${rest > 0 ? `, and ${number(rest)} more` : ''}`
}

/** `['C', 'D']` → `C and D`, `['A', 'C', 'D']` → `A, C, and D`. */
export function allOf(entries: readonly string[]): string {
  return conjunctions.format(entries)
}

/** `['C', 'D']` → `C or D`, `['A', 'C', 'D']` → `A, C, or D`. */
export function anyOf(entries: readonly string[]): string {
  return alternatives.format(entries)
}
