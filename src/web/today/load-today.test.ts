import { expect, test } from 'vitest'
import type { DeviceAttempt } from '#exam/planning/resume.ts'
import type { TodaySummary } from '#server/today/index.ts'
import { loadToday } from '#web/today/load-today.ts'

const attempt: DeviceAttempt = {
  id: '01a20000-0000-7000-8000-000000000001',
  certificationId: 'mb-800',
  set: 'all',
  position: 1,
  questionCount: 10,
  answered: 1,
  changedAt: 0,
  isFinished: false,
  isUnsent: true,
}
const summaryOf = (unfinished: readonly DeviceAttempt[]) => ({ unfinished }) as unknown as TodaySummary

test('reads the device before the account', async () => {
  const order: string[] = []
  await loadToday(
    async () => {
      await new Promise((resolve) => setImmediate(resolve))
      order.push('device')
      return []
    },
    async () => {
      order.push('account')
      return undefined
    },
  )
  expect(order).toEqual(['device', 'account'])
})

test('shows the account if the storage of the device cannot be read', async () => {
  const listOnDevice = () => Promise.reject(new Error('The storage is blocked'))
  expect(await loadToday(listOnDevice, async () => summaryOf([attempt]))).toMatchObject({ unfinished: [attempt], hasUnsent: false })
})
