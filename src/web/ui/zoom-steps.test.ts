import { expect, test } from 'vitest'
import { pinched, stepDown, stepUp } from '#web/ui/zoom-steps.ts'

test('the buttons go from step to step and stop at the bounds', () => {
  expect([100, 125, 137, 400].map(stepUp)).toEqual([125, 150, 150, 400])
  expect([400, 150, 137, 100].map(stepDown)).toEqual([300, 125, 125, 100])
})

test('a pinch changes the size in proportion, within the bounds', () => {
  expect([pinched(100, 1.504), pinched(200, 0.1), pinched(200, 9)]).toEqual([150, 100, 400])
})
