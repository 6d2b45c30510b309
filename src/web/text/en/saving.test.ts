import { expect, test } from 'vitest'
import { saving } from '#web/text/en/saving.ts'

// Regression: a simulation that the server had removed after 30 days was reported as added.
test('what is no longer kept is not said to have been added', () => {
  const { added, partlyAdded, gone } = saving.adoption
  expect(saving.adopted({ adopted: 1, missing: 0, left: 0 })).toBe(added)
  expect(saving.adopted({ adopted: 0, missing: 1, left: 0 })).toBe(gone(1))
  expect(saving.adopted({ adopted: 1, missing: 2, left: 0 })).toBe(`${added} ${gone(2)}`)
  expect(saving.adopted({ adopted: 1, missing: 1, left: 1 })).toBe(`${partlyAdded} ${gone(1)}`)
})
