import { expect, test } from 'vitest'
import { saving } from '#web/text/en/saving.ts'

// Regression: a simulation that the server had removed after 30 days was reported as added.
test('a simulation that the server no longer has is not reported as added', () => {
  const { added, partlyAdded, removed } = saving.adoption
  expect(saving.adopted({ adopted: 1, missing: 0, left: 0 })).toBe(added)
  expect(saving.adopted({ adopted: 0, missing: 1, left: 0 })).toBe(removed(1))
  expect(saving.adopted({ adopted: 1, missing: 2, left: 0 })).toBe(`${added} ${removed(2)}`)
  expect(saving.adopted({ adopted: 1, missing: 1, left: 1 })).toBe(`${partlyAdded} ${removed(1)}`)
})
