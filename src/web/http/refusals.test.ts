import { describe, expect, test } from 'vitest'
import { refuse, refuseResult } from '#web/http/refusals.ts'

describe('a refusal', () => {
  // Devices of earlier releases decide by the status whether they send moves again.
  test.each([
    ['SIGNED_OUT', 401, null],
    ['ATTEMPT_MISSING', 404, null],
    ['ATTEMPT_FULL', 413, null],
    ['ATTEMPT_UNKNOWN_EXAM', 422, null],
    ['MOVES_UNREADABLE', 422, null],
    ['TOO_MANY_ATTEMPTS', 429, '3600'],
    ['TOO_MANY_SIMULATIONS', 429, '3600'],
    ['SIMULATION_UNDER_WAY', 409, null],
    ['QUESTION_CHANGED', 409, null],
    ['IMAGE_STORE', 503, null],
  ] as const)('%s has the status %i and the Retry-After header %s', async (code, status, seconds) => {
    const response = refuse(code)
    expect([response.status, response.headers.get('Retry-After')]).toEqual([status, seconds])
    expect(await response.json()).toMatchObject({ code, status, detail: expect.stringMatching(/\.$/) })
  })

  test('can have a more specific sentence and time from the route', async () => {
    const response = refuseResult({ ok: false, refusal: 'TOO_MANY_ATTEMPTS', detail: 'Wait a minute.', retryAfterSeconds: 60 })
    expect(response.headers.get('Retry-After')).toBe('60')
    expect(await response.json()).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', detail: 'Wait a minute.' })
  })
})
