import { expect, test } from 'vitest'
import { createPerResource } from '#server/platform/per-resource.ts'

test('creates one value for each resource', () => {
  const valueOf = createPerResource((resource: { name: string }) => ({ of: resource.name }))
  const [one, other] = [{ name: 'one' }, { name: 'other' }]
  expect(valueOf(one)).toBe(valueOf(one))
  expect([valueOf(one), valueOf(other)]).toEqual([{ of: 'one' }, { of: 'other' }])
})
