import { join } from 'node:path'
import { expect, test } from '#tests/journeys/fixtures.ts'
import { runChaos } from '../../tools/chaos/chaos.ts'

test('No answer is lost or recorded twice, whatever interrupts an attempt', async () => {
  test.setTimeout(300_000)
  // One interruption of each kind; `npm run chaos` makes hundreds.
  const outcomes = await runChaos({ seed: 'journeys', attempts: 4, folder: join(test.info().outputPath(), 'chaos') })
  expect(outcomes.map(({ lost, doubled, failure }) => ({ lost, doubled, failure }))).toEqual(
    outcomes.map(() => ({ lost: [], doubled: [], failure: undefined })),
  )
  expect(outcomes.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(0)
})
