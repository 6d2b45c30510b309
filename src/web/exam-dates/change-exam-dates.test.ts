import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchExamDates } from '#web/exam-dates/change-exam-dates.ts'
import { rememberMember } from '#web/sync/known-member.ts'

const camille = { id: 'camille', email: 'camille@example.com', isAdministrator: false }
const dates = [{ certificationId: 'mb-800', day: '2026-12-17', daysLeft: 24, outcome: null }]
let reply: () => Promise<Response>

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', () => reply())
  vi.useFakeTimers({ now: new Date(2026, 10, 30, 12), toFake: ['Date'] })
  rememberMember(camille)
  reply = () => Promise.resolve(Response.json({ today: '2026-11-23', dates }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the exam dates without a network', () => {
  test('are the last ones of the member, with the days counted from today', async () => {
    expect(await fetchExamDates('camille')).toMatchObject({ today: '2026-11-23', dates: [{ daysLeft: 24 }] })
    reply = () => Promise.reject(new TypeError('No network'))
    expect(await fetchExamDates('camille')).toMatchObject({ today: '2026-11-30', dates: [{ day: '2026-12-17', daysLeft: 17 }] })
    expect(await fetchExamDates('ada')).toBeUndefined()
  })

  test('are forgotten when the member signs out', async () => {
    await fetchExamDates('camille')
    rememberMember(camille)
    vi.stubGlobal('navigator', { onLine: false })
    expect(await fetchExamDates('camille')).toBeDefined()
    rememberMember(null)
    expect(await fetchExamDates('camille')).toBeUndefined()
  })
})
