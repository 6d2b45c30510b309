import { join } from 'node:path'
import { expect, test } from '#tests/journeys/fixtures.ts'
import { runChaos } from '../../tools/chaos/chaos.ts'

test('No answer is lost or duplicated, whatever interrupts a run', async () => {
  test.setTimeout(300_000)
  // One attempt for each kind of interruption; `npm run chaos` runs hundreds.
  const outcomes = await runChaos({ seed: 'journeys', attempts: 4, folder: join(test.info().outputPath(), 'chaos') })
  expect(outcomes.map(({ lost, duplicated, failure }) => ({ lost, duplicated, failure }))).toEqual(
    outcomes.map(() => ({ lost: [], duplicated: [], failure: undefined })),
  )
  expect(outcomes.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(0)
})
