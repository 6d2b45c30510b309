import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findUserByEmail } from '#server/accounts/people.ts'
import { createLog } from '#server/log.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { camille, goodPassword, openMember, openVisitor, signIn, signUp, tokenOf } from '#tests/visitor.ts'

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

  test('says whose password was reset or changed, or why not, without passwords and tokens', async () => {
    const lena = await openMember(services, 'lena@example.com')
    const memberId = (await findUserByEmail(services.db, 'lena@example.com'))?.id
    await lena.callAuth('/request-password-reset', { email: 'lena@example.com' })
    const token = tokenOf(services.mailTo('lena@example.com', 'password-reset').action)
    const { text, lines } = await logOf(async () => {
      await lena.callAuth('/change-password', { currentPassword: 'not my password', newPassword: 'a lamp in the quiet harbor' })
      await lena.callAuth('/change-password', { currentPassword: goodPassword, newPassword: 'a lamp in the quiet harbor' })
      await lena.callAuth('/reset-password', { token: 'wrong', newPassword: 'a harbor with a quiet lamp' })
      await lena.callAuth('/reset-password', { token, newPassword: 'a harbor with a quiet lamp' })
    })
    const network = '203.0.113.0/24'
    expect(lines).toEqual([
      { memberId, network, reason: 'INVALID_PASSWORD', message: 'Password change refused' },
      { memberId, network, message: 'Password changed' },
      { network, reason: 'INVALID_TOKEN', message: 'Password reset refused' },
      { memberId, network, message: 'Password reset' },
    ])
    expect(text).not.toMatch(/lena@|harbor|not my password/)
    expect(text).not.toContain(token)
  })

  test('says nothing about requests that are no sign-ins', async () => {
    const visitor = await openMember(services, 'noor@example.com')
    expect((await logOf(() => visitor.callAuth('/sign-out', {}))).lines).toEqual([])
  })
})
