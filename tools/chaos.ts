/**
 * `npm run chaos -- --seed 7 --attempts 200`: practises in a real browser as a member, is interrupted in every attempt at a moment
 * of chance (tab killed, server killed, network cut, new release), and compares what the screen had said is kept with what the
 * server has in the end. The same seed chooses the same moments. Exits with 1 when an answer was lost or doubled, or an attempt
 * could not be brought to its end.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhenNeeded } from '#server/operations/build.ts'
import { runChaos } from './chaos/chaos.ts'
import type { Outcome } from './chaos/chaos.ts'
import { interruptions } from './chaos/practise.ts'

const attemptsMax = 2_000

await main()

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, attempts: { type: 'string', default: '200' } } })
  const attempts = Number(values.attempts)
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > attemptsMax) {
    console.error(`--attempts is a number from 1 to ${attemptsMax}.`)
    process.exitCode = 1
    return
  }
  await buildWhenNeeded(join(import.meta.dirname, '..'))
  const folder = await mkdtemp(join(tmpdir(), 'praxam-chaos-'))
  try {
    const startedAt = performance.now()
    const outcomes = await runChaos({ seed: values.seed, attempts, folder, onOutcome: printOutcome })
    console.log(printReport(values.seed, outcomes, (performance.now() - startedAt) / 1000))
    if (outcomes.some(isBad)) process.exitCode = 1
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function isBad({ lost, doubled, failure }: Outcome): boolean {
  return lost.length > 0 || doubled.length > 0 || failure !== undefined
}

function printOutcome(outcome: Outcome): void {
  const { number, interruption, atStep, certificationId, lost, doubled, failure } = outcome
  if (isBad(outcome) || number % 10 === 0)
    console.log(
      [`${number}: ${certificationId}, ${interruption} at answer ${atStep + 1}`, ...lost, ...doubled, ...(failure ? [failure] : [])].join(
        '\n   ',
      ),
    )
}

function printReport(seed: string, outcomes: readonly Outcome[], seconds: number): string {
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + count(outcome), 0)
  return [
    '',
    `Seed ${seed}, ${outcomes.length} attempts in ${Math.round(seconds)} s: ${interruptions
      .map((kind) => `${kind} ${sum(({ interruption }) => (interruption === kind ? 1 : 0))}`)
      .join(', ')}`,
    `Answers the screen said are kept: ${sum(({ acknowledged }) => acknowledged)}`,
    `Lost: ${sum(({ lost }) => lost.length)}`,
    `Doubled: ${sum(({ doubled }) => doubled.length)}`,
    `Attempts that could not be brought to their end: ${sum(({ failure }) => (failure ? 1 : 0))}`,
  ].join('\n')
}
