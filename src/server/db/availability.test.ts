import { describe, expect, test } from 'vitest'
import { isOutage, trackAvailability, withoutOutages } from '#server/db/availability.ts'
import { createLog } from '#server/log.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })

function track() {
  const lines: Record<string, unknown>[] = []
  const clock = { nowMs: 0 }
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  return { availability: trackAvailability(log, () => clock.nowMs), lines, clock }
}

describe('an outage of the database', () => {
  test('is logged once when it begins and once when it ends', () => {
    const { availability, lines, clock } = track()
    for (; clock.nowMs < 60_000; clock.nowMs += 100) availability.reportFailure(refused)
    expect(availability.isAvailable()).toBe(false)
    clock.nowMs += 5_000
    availability.reportSuccess()
    availability.reportSuccess()
    expect(availability.isAvailable()).toBe(true)
    expect(lines).toMatchObject([
      { level: 'error', reason: 'ECONNREFUSED' },
      { level: 'warn', outageMs: 65_000 },
    ])
  })

  test('lasts while some connections are refused and others work', () => {
    const { availability, lines, clock } = track()
    for (; clock.nowMs < 10_000; clock.nowMs += 100) {
      availability.reportFailure(new Error('timeout exceeded when trying to connect'))
      availability.reportSuccess()
    }
    expect(availability.isAvailable()).toBe(false)
    expect(lines).toHaveLength(1)
  })

  test('is recognized in the errors of the job runner, which are plain objects', () => {
    expect(isOutage({ message: 'Connection terminated unexpectedly (Queue: mail)', queue: 'mail' })).toBe(true)
  })

  test.each([
    ['57P01', 'terminating connection due to administrator command'],
    ['53300', 'sorry, too many clients already'],
    ['25006', 'cannot execute UPDATE in a read-only transaction'],
  ])('has the code %s', (code, message) => {
    expect(isOutage(Object.assign(new Error(message), { code }))).toBe(true)
  })

  test.each([
    ['FATAL', 'database "praxam" is not currently accepting connections', true],
    ['ERROR', 'currval of sequence "rows_id_seq" is not yet defined in this session', false],
  ])('has the code 55000 only with the severity FATAL, not with %s', (severity, message, expected) => {
    expect(isOutage(Object.assign(new Error(message), { code: '55000', severity }))).toBe(expected)
  })

  test('is logged by other code only at level debug', () => {
    const lines: string[] = []
    const log = withoutOutages(createLog('info', { write: (line) => lines.push(line) }))
    log.error({ error: refused }, 'Not ready')
    log.warn(refused, 'Not ready')
    expect(lines).toEqual([])
    log.error({ error: new Error('relation "questions" does not exist') }, 'Not ready')
    expect(lines).toHaveLength(1)
  })

  test('is not an error of a statement', () => {
    const { availability, lines } = track()
    availability.reportFailure(new Error('relation "questions" does not exist'))
    expect([availability.isAvailable(), lines]).toEqual([true, []])
  })
})
