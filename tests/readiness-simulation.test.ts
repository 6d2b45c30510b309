import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calibration } from '#exam/readiness/calibration.ts'
import { hashReadinessModel } from '../tools/readiness/calibration-file.ts'
import { checkReadiness } from '../tools/readiness/simulate-readiness.ts'

/** These are not the learners of the published figures. With 400 learners, the share varies by about 4.5 points around 90%. */
test('nine of ten simulated results are inside the range of readiness', () => {
  const { all } = checkReadiness(400, 'test')
  expect(all.inside).toBeGreaterThan(0.85)
  expect(all.inside).toBeLessThan(0.96)
  expect(Math.abs(all.expectedPasses - all.passes)).toBeLessThan(0.05)
})

test('the figures on the site were made with the current model; npm run readiness:check -- --write makes new ones', () => {
  expect(calibration.model).toBe(hashReadinessModel(join(import.meta.dirname, '..')))
  expect(calibration.learners).toBe(5_000)
})

test.each([calibration.all, ...calibration.byAnswers])(
  'learners with $group answers are in their range as often as it says',
  ({ inside }) => {
    expect(inside).toBeGreaterThan(0.87)
    expect(inside).toBeLessThan(0.93)
  },
)
