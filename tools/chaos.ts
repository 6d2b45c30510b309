/**
 * `npm run chaos -- --seed 7 --attempts 200`: practices in a real browser as a member. It interrupts every attempt at a random moment
 * (tab killed, server killed, network cut, new release), and compares the answers that the screen reported as saved with the answers
 * on the server. The same seed selects the same moments. Exits with 1 if an answer was lost or duplicated, or an attempt could not be
 * finished.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhenNeeded } from '#server/operations/build.ts'
import { runChaos } from './chaos/chaos.ts'
import { interruptions } from './chaos/practice-attempt.ts'
import type { Outcome } from './chaos/run-attempts.ts'

const attemptsMax = 2_000

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, attempts: { type: 'string', default: '200' } } })
const attempts = Number(values.attempts)
if (!Number.isInteger(attempts) || attempts < 1 || attempts > attemptsMax) {
  console.error(`--attempts must be an integer from 1 to ${attemptsMax}.`)
  process.exit(1)
}
await buildWhenNeeded(join(import.meta.dirname, '..'))
const folder = await mkdtemp(join(tmpdir(), 'praxam-chaos-'))
try {
  const startedAt = performance.now()
  const outcomes = await runChaos({ seed: values.seed, attempts, folder, onOutcome: printOutcome })
  printReport(values.seed, outcomes, (performance.now() - startedAt) / 1000)
  if (outcomes.some(hasFailed)) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}

function hasFailed({ lost, duplicated, failure }: Outcome): boolean {
  return lost.length > 0 || duplicated.length > 0 || failure !== undefined
}

function printOutcome(outcome: Outcome): void {
  const { number, interruption, atStep, certificationId, lost, duplicated, failure } = outcome
  const lines = [
    `${number}: ${certificationId}, ${interruption} at answer ${atStep + 1}`,
    ...lost,
    ...duplicated,
    ...(failure ? [failure] : []),
  ]
  if (hasFailed(outcome) || number % 10 === 0) console.log(lines.join('\n   '))
}

function printReport(seed: string, outcomes: readonly Outcome[], seconds: number): void {
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0)
  const kinds = interruptions.map((kind) => `${kind} ${sum(({ interruption }) => Number(interruption === kind))}`).join(', ')
  console.log(`
Seed ${seed}, ${outcomes.length} attempts in ${Math.round(seconds)} s: ${kinds}
Answers that the screen reported as saved: ${sum(({ acknowledged }) => acknowledged)}
Lost: ${sum(({ lost }) => lost.length)}
Duplicated: ${sum(({ duplicated }) => duplicated.length)}
Attempts that could not be finished: ${sum(({ failure }) => (failure ? 1 : 0))}`)
}
