import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findUserByEmail } from '#server/accounts/people.ts'
import { createLog } from '#server/log.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { camille, goodPassword, openMember, openVisitor, signIn, signUp } from '#tests/visitor.ts'

let services: TestServices
let camilleId: string
beforeAll(async () => {
  services = await openTestServices()
  await signUp(openVisitor(services), camille)
  camilleId = (await findUserByEmail(services.db, camille))?.id ?? ''
})
afterAll(() => services.close())

/** The lines that the work writes, as text and without their level and time. */
async function logOf(work: () => Promise<unknown>): Promise<{ text: string; lines: Record<string, unknown>[] }> {
  const texts: string[] = []
  services.accounts.log = createLog('info', { write: (line) => texts.push(line) })
  await work()
  const lines = texts.map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const line of lines) for (const name of ['level', 'time']) delete line[name]
  return { text: texts.join(''), lines }
}

describe('the log', () => {
  test('says who signed in, how, and from which network', async () => {
    const { text, lines } = await logOf(() => signIn(openVisitor(services, '198.51.100.77')))
    expect(lines).toEqual([{ method: 'password', memberId: camilleId, network: '198.51.100.0/24', message: 'Signed in' }])
    expect(text).not.toContain('198.51.100.77')
  })

  test('says whose sign-in was refused and why, without the password and the address', async () => {
    const { text, lines } = await logOf(async () => {
      await signIn(openVisitor(services), camille, 'my old password')
      await signIn(openVisitor(services), 'unknown@example.com', 'my old password')
    })
    const line = { method: 'password', network: '203.0.113.0/24', message: 'Sign-in refused', reason: 'INVALID_EMAIL_OR_PASSWORD' }
    expect(lines).toEqual([{ ...line, memberId: camilleId }, line])
    expect(text).not.toMatch(/camille@|unknown@|old password/)
  })

  test('says that a member tried too many passwords, and names the way of signing in', async () => {
    for (let i = 0; i < 10; i++) await signIn(openVisitor(services), camille, `not the password ${i}`)
    const { lines } = await logOf(() => signIn(openVisitor(services), camille, goodPassword))
    expect(lines).toMatchObject([{ method: 'password', memberId: camilleId, reason: 'TOO_MANY_ATTEMPTS' }])
    const byLink = await logOf(() => openVisitor(services).callAuth('/magic-link/verify?token=wrong'))
    expect(byLink.lines).toMatchObject([{ method: 'mail', message: 'Sign-in refused', reason: 'INVALID_TOKEN' }])
  })

  test('says nothing about requests that are no sign-ins', async () => {
    const visitor = await openMember(services, 'noor@example.com')
    expect((await logOf(() => visitor.callAuth('/sign-out', {}))).lines).toEqual([])
  })
})
