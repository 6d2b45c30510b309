/** The age of the official pages that support a question. Old pages describe screens and features that may have changed since. */
import type { CitedPart, Grounding } from '#exam/bank-file/index.ts'

/** If the page was older than this, an author should look for a newer page. */
const recentYears = 2
/** If the page was older than this, the question needs a second source. */
const yearsMax = 4

/**
 * `old`: the page was older than 24 months on the reference day, and no second source is known to be newer than that. `refused`: the same with 48
 * months.
 * The reference day is the date of the exam's outline. If that is unknown, it is the day on which the question was compared with the page.
 * Pages without a date are `recent`; the report counts them separately.
 */
export function ratePageAge(grounding: Grounding | null, outlineOf: string | null): 'recent' | 'old' | 'refused' {
  const day = outlineOf ?? grounding?.checked_on
  if (!grounding || day === undefined) return 'recent'
  const { second_source: second } = grounding
  const isOlder = (part: CitedPart, years: number) => part.page_date !== undefined && addYears(part.page_date, years) < day
  // A second source without a date is not known to be newer.
  const isConfirmed = (years: number) => second?.page_date !== undefined && !isOlder(second, years)
  if (isOlder(grounding, yearsMax) && !isConfirmed(yearsMax)) return 'refused'
  return isOlder(grounding, recentYears) && !isConfirmed(recentYears) ? 'old' : 'recent'
}

/** Use the result only to compare it with other ISO dates, because it may be February 29 in any year. */
function addYears(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
}
