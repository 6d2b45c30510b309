import { describe, expect, test } from 'vitest'
import { listAttemptsToResume, type DeviceAttempt, type OpenAttempt } from '#exam/planning/resume.ts'

const anOpenAttempt = (values: Partial<OpenAttempt> = {}): OpenAttempt => ({
  id: 'one',
  certificationId: 'mb-800',
  set: 'mixed',
  position: 4,
  questionCount: 10,
  answered: 3,
  changedAt: 1000,
  ...values,
})
const onDevice = (values: Partial<DeviceAttempt> = {}): DeviceAttempt => ({
  ...anOpenAttempt(),
  isFinished: false,
  isUnsent: false,
  ...values,
})

const listIds = (...given: Parameters<typeof listAttemptsToResume>) => listAttemptsToResume(...given).map(({ id }) => id)

describe('the attempts to resume', () => {
  test('are those on the device without an account, the one that changed last first', () => {
    const attempts = [onDevice(), onDevice({ id: 'two', changedAt: 2000 }), onDevice({ id: 'done', changedAt: 3000, isFinished: true })]
    expect(listIds(attempts, undefined)).toEqual(['two', 'one'])
    expect(listIds([], undefined)).toEqual([])
  })

  test('have an answer, wherever the candidate has looked', () => {
    expect(listIds([onDevice({ answered: 0, position: 34 })], undefined)).toEqual([])
    expect(listIds([onDevice({ answered: 1, position: 1 })], undefined)).toEqual(['one'])
  })

  test('are those of the account, which may have been finished on another device', () => {
    expect(listIds([onDevice({ changedAt: 5000 })], [])).toEqual([])
    expect(listIds([onDevice({ changedAt: 5000 })], [anOpenAttempt({ id: 'other' })])).toEqual(['other'])
  })

  test('are those on the device while the account lacks their moves', () => {
    const unsent = onDevice({ changedAt: 2000, position: 9, isUnsent: true })
    expect(listAttemptsToResume([unsent], [anOpenAttempt()])).toMatchObject([{ id: 'one', position: 9 }])
    expect(listIds([unsent], [anOpenAttempt(), anOpenAttempt({ id: 'other', changedAt: 3000 })])).toEqual(['other', 'one'])
    expect(listIds([{ ...unsent, isFinished: true }], [anOpenAttempt()])).toEqual([])
  })
})
