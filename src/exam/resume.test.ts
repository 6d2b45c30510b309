import { describe, expect, test } from 'vitest'
import { chooseAttemptToResume, type DeviceAttempt, type OpenAttempt } from '#exam/resume.ts'

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

describe('the attempt to resume', () => {
  test('is the latest one on the device without an account', () => {
    const attempts = [onDevice(), onDevice({ id: 'two', changedAt: 2000 }), onDevice({ id: 'done', changedAt: 3000, isFinished: true })]
    expect(chooseAttemptToResume(attempts, undefined)?.id).toBe('two')
    expect(chooseAttemptToResume([], undefined)).toBeUndefined()
  })

  test('has an answer or is past its first question', () => {
    expect(chooseAttemptToResume([onDevice({ answered: 0, position: 1 })], undefined)).toBeUndefined()
    expect(chooseAttemptToResume([onDevice({ answered: 0, position: 2 })], undefined)?.id).toBe('one')
  })

  test('is the one of the account, which may have been finished on another device', () => {
    expect(chooseAttemptToResume([onDevice({ changedAt: 5000 })], null)).toBeUndefined()
    expect(chooseAttemptToResume([onDevice({ changedAt: 5000 })], anOpenAttempt({ id: 'other' }))?.id).toBe('other')
  })

  test('is the one on the device while the account lacks its moves', () => {
    const unsent = onDevice({ changedAt: 2000, position: 9, isUnsent: true })
    expect(chooseAttemptToResume([unsent], anOpenAttempt())?.position).toBe(9)
    expect(chooseAttemptToResume([unsent], anOpenAttempt({ id: 'other', changedAt: 3000 }))?.id).toBe('other')
    expect(chooseAttemptToResume([{ ...unsent, isFinished: true }], anOpenAttempt())).toBeUndefined()
  })
})
