/** Formats the results of `npm run tutor:eval`. */
import { supportShareMin } from '#exam/tutor/reply-measures.ts'
import type { ExchangeResult } from '#server/tutor/evaluation.ts'

/** The lines of the report. */
export function printResults(results: readonly ExchangeResult[]): string[] {
  const sum = (value: (result: ExchangeResult) => number) => results.reduce((total, result) => total + value(result), 0)
  const count = (condition: (result: ExchangeResult) => boolean) => results.filter(condition).length
  const leaks = results.filter(({ leak }) => leak !== undefined)
  const [resolved, removed] = [sum((one) => one.resolved), sum((one) => one.removed)]
  const [supported, statements] = [sum((one) => one.supported), sum((one) => one.statements)]
  const times = results.flatMap(({ firstTextMs }) => firstTextMs ?? []).toSorted((a, b) => a - b)
  const reasons = [...new Set(results.map(({ reason }) => reason))].map((reason) => `${reason} ${count((one) => one.reason === reason)}`)
  return [
    `Exchanges:                     ${results.length} (${reasons.join(', ')})`,
    `Key leaks before the reveal:   ${leaks.length} (must be 0)`,
    ...leaks.map(({ exchange, leak }) => `  ${exchange.questionId} ${exchange.action.type}: ${leak}`),
    `Withheld by our own check:     ${count(({ reason }) => reason === 'withheld')}`,
    `Citations that resolve:        ${share(resolved, resolved + removed)} (others are removed)`,
    `Statements that are supported: ${share(supported, statements)}`,
    `  A sentence with at least four significant words, of which a cited passage or the question has ${supportShareMin * 100}%. Words only.`,
    `Refusals:                      ${count(({ isRefusal }) => isRefusal)}, "I don’t know from the sources" included`,
    `Time to the first text shown:  ${times.length === 0 ? 'none' : `median ${Math.round(at(times, 0.5))} ms, 95% within ${Math.round(at(times, 0.95))} ms`}`,
  ]
}

function share(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${part} of ${whole} (${Math.round((part / whole) * 100)}%)`
}

function at(sorted: readonly number[], quantile: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0
}
