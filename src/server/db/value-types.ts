/**
 * How database values become JavaScript values. This is in one place for all engines, because they disagree about the width of integers.
 */
import { types } from 'pg'

/** Sets the parsers of `pg` for the process. */
export function setValueTypes(): void {
  // A date column is a day. As a `Date`, it would shift with the time zone of the machine.
  types.setTypeParser(types.builtins.DATE, (text) => text)
  // Weights are small decimals. The default would return them as text.
  types.setTypeParser(types.builtins.NUMERIC, Number)
  types.setTypeParser(types.builtins.INT8, parseInteger)
}

/**
 * In PostgreSQL, `integer` has 32 bits and counts have 64. In CockroachDB, `integer` has 64 bits as well, and `pg` returns 64 bits as text.
 * A number that is too large for JavaScript remains text.
 */
function parseInteger(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}
