import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { APIResponse, Page } from '@playwright/test'
import {
  becomeMember,
  emailField,
  expect,
  expectProfile,
  expectMessage,
  newAddress,
  open,
  otherPassword,
  password,
  post,
  signIn,
  test,
} from '#tests/journeys/accounts.ts'
import { problemText } from '#web/text/en/accounts.ts'

test.describe('When the server stops', () => {
  test.use({ expectedErrors: /ERR_CONNECTION|Failed to fetch|status of (401|429)/ })

  test('during sign-in, the page says what to do, and signing in works when the server is back', async ({ page, startOwn }) => {
    test.setTimeout(120_000)
    const server = await startOwn()
    const email = await becomeMember(page, server.origin)
    await page.context().clearCookies()
    await open(page, `${server.origin}/login`)
    await server.kill()
    await signIn(page, email)
    await expectMessage(page, 'An unexpected error occurred. Please try again later.')
    await expect(emailField(page)).toHaveValue(email)
    await server.startAgain()
    await signIn(page, email)
    await expectProfile(page, email)

    // After ten wrong passwords for one account from a new browser, even the correct password is refused for a while.
    await page.context().clearCookies()
    await open(page, `${server.origin}/login`)
    for (let tries = 0; tries < 10; tries++) {
      const answer = await post(page, `${server.origin}/login`, { email, password: otherPassword })
      expect(answer.status()).toBe(401)
    }
    await signIn(page, email)
    await expectMessage(page, 'Too many login attempts. Please try again later.')
    await expect(emailField(page)).toHaveValue(email)
  })

  test('during sign-up, each user can sign in or sign up again, and no account is incomplete', async ({ startOwn }) => {
    test.setTimeout(120_000)
    const server = await startOwn()
    const emails = Array.from({ length: 28 }, () => newAddress(`noor-${randomBytes(2).toString('hex')}`))
    const send = async (path: string, email: string) => {
      const body = new URLSearchParams({ email, password })
      const response = await fetch(server.origin + path, { method: 'POST', redirect: 'manual', headers: { origin: server.origin }, body })
      return response.headers.get('location') === '/profile'
    }
    const acknowledged = new Set<string>()
    const signUps = emails.map(async (email, i) => {
      await pause(i * 15)
      if (await send('/signup', email).catch(() => false)) acknowledged.add(email)
    })
    await expect.poll(() => acknowledged.size, { intervals: [5] }).toBeGreaterThan(3)
    await server.kill()
    await Promise.all(signUps)
    expect(acknowledged.size, 'people who were let in before the crash').toBeLessThan(emails.length)
    await server.startAgain()
    for (const email of emails) {
      const isMember = await send('/login', email)
      if (acknowledged.has(email)) expect(isMember, `${email} was let in before the crash`).toBe(true)
      if (!isMember) expect(await send('/signup', email), `${email} can neither sign in nor sign up`).toBe(true)
    }
  })
})

test.describe('A form that no page of the site sends', () => {
  const everywhere = ['/login', '/signup', '/reset-password', '/login/email', '/verify-email']
  const withPassword = ['/login', '/signup']

  async function sendText(page: Page, address: string, body: string): Promise<APIResponse> {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: new URL(address).origin }
    return page.request.post(address, { data: body, headers, maxRedirects: 0 })
  }

  for (const [name, body, paths, code] of [
    ['with a field twice', 'email=a@example.com&email=b@example.com&password=secret77', everywhere, 'FIELD_TWICE'],
    ['with an address that is too long', `email=${'x'.repeat(300)}@example.com&password=secret77`, everywhere, 'FIELD_TOO_LONG'],
    ['with a password that is too long', `email=a@example.com&password=${'x'.repeat(2000)}`, withPassword, 'FIELD_TOO_LONG'],
    ['with bytes that are no text', 'email=a@example.com&password=%FF%FE%FF%FE%FF', withPassword, 'FIELD_UNREADABLE'],
  ] as const) {
    test(`is refused with a sentence: one ${name}`, async ({ page, baseURL }) => {
      for (const path of paths) {
        const response = await sendText(page, `${baseURL}${path}`, body)
        expect(response.status(), path).toBe(400)
        expect(await response.text(), path).toContain(problemText(code))
      }
    })
  }

  test('is refused when it is larger than any form of the site', async ({ page, baseURL }) => {
    const response = await sendText(page, `${baseURL}/login`, `email=a&password=${'x'.repeat(1_100_000)}`)
    expect(response.status()).toBe(413)
  })
})
