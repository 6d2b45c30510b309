import { expect, test, vi } from 'vitest'
import { onFirstUse } from '#server/platform/on-first-use.ts'

test('creates a value once, when it is first used', async () => {
  const create = vi.fn<() => Promise<string>>(() => Promise.resolve('value'))
  const value = onFirstUse(create)
  expect(await value.current()).toBeUndefined()
  expect(create).not.toHaveBeenCalled()
  expect(await Promise.all([value.get(), value.get()])).toEqual(['value', 'value'])
  expect(await value.current()).toBe('value')
  expect(create).toHaveBeenCalledOnce()
})

test('tries again after a failure, such as too many open files', async () => {
  const create = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('too many open files')).mockResolvedValue('value')
  const value = onFirstUse(create)
  const both = await Promise.allSettled([value.get(), value.get()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await value.current()).toBeUndefined()
  expect(await value.get()).toBe('value')
})
