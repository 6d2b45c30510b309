import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { callAuth } from '#server/accounts/call-auth.ts'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { changePerson } from '#server/accounts/change-person.ts'
import { DiskFull } from '#server/db/free-space.ts'
import { findUserByEmail } from '#server/accounts/people.ts'
import { openTestServices, servicesOn, type TestServices } from '#tests/services.ts'
import { camille, deleteAccounts, goodPassword, openMember, openVisitor, signIn, signUp } from '#tests/visitor.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
afterEach(() => deleteAccounts(services))

const newDevices = () => services.sent.filter(({ kind }) => kind === 'new-device')

describe('signing in', () => {
  test('gets the same response for a wrong password and an unknown address', async () => {
    await signUp(openVisitor(services), camille)
    const visitor = openVisitor(services)
    const existing = await signIn(visitor, camille, 'not the password')
    expect(await signIn(visitor, 'unknown@example.com', 'not the password')).toEqual(existing)
  })

  test('refuses an address with a zero byte, which the database cannot compare', async () => {
    expect(await signIn(openVisitor(services), 'camille\0@example.com')).toMatchObject({ status: 400, code: 'FIELD_UNREADABLE' })
  })

  test('creates a new session and ends the previous session of the browser', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const before = await visitor.viewer()
    await signIn(visitor)
    const now = await visitor.viewer()
    expect(now?.sessionId).not.toBe(before?.sessionId)
    expect(await services.db.selectFrom('sessions').select('id').execute()).toEqual([{ id: now?.sessionId }])
  })

  test('stores only the network of the client address', async () => {
    await signUp(openVisitor(services, '198.51.100.77'), camille)
    expect(await services.db.selectFrom('sessions').select('ip_address').executeTakeFirstOrThrow()).toEqual({
      ip_address: '198.51.100.0/24',
    })
  })

  test('reports a new browser to the member, but not the first one', async () => {
    const first = openVisitor(services)
    await signUp(first, camille)
    await signIn(first)
    expect(newDevices()).toEqual([])
    await signIn(
      openVisitor(services, '198.51.100.77', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'),
    )
    expect(services.mailTo(camille, 'new-device').text).toMatch(/Chrome on Windows[\s\S]*198\.51\.100\.0\/24/)
  })

  test('works with a new browser whose message finds the disk full, and the next sign-in reports it', async () => {
    await signIn(await openMember(services))
    const visitor = openVisitor(services)
    vi.spyOn(services.sent, 'push').mockImplementationOnce(() => {
      throw new DiskFull('/data')
    })
    expect((await signIn(visitor)).code).toBeUndefined()
    expect((await visitor.viewer())?.email).toBe(camille)
    expect(newDevices()).toEqual([])
    await signIn(visitor)
    await signIn(visitor)
    expect(newDevices()).toHaveLength(1)
  })

  test('limits sign-in attempts per account, but not for a browser that has signed in before', async () => {
    const owner = openVisitor(services)
    await signUp(owner, camille)
    await owner.callAuth('/sign-out', {})
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, i) => signIn(openVisitor(services, `198.51.${i}.7`), camille, `not the password ${i}`)),
    )
    expect(guesses.filter(({ code }) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(4)
    expect((await signIn(openVisitor(services, '192.0.2.1'))).code).toBe('TOO_MANY_ATTEMPTS')
    expect((await signIn(owner)).code).toBeUndefined()
  })

  describe('after a hundred wrong passwords on the whole site', () => {
    const exhaustSite = async () => {
      const windowEndsAt = new Date(Date.now() + 60_000)
      const row = { key: 'sign-in-site:all', count: 100, window_ends_at: windowEndsAt }
      await services.db.insertInto('rate_limit_counts').values(row).execute()
      services.pauses.length = 0
    }
    /** The waits of half a second or more; those of constant-time responses are shorter. */
    const waits = () => services.pauses.filter((ms) => ms >= 500)

    test('slows down a network more with each wrong password, for known and unknown addresses alike', async () => {
      await signUp(openVisitor(services), camille)
      await exhaustSite()
      for (let i = 0; i < 7; i++) {
        const email = i % 2 === 0 ? camille : `unknown${i}@example.com`
        expect((await signIn(openVisitor(services, `198.51.100.${i}`), email, 'Winter2026!')).code).toBe('INVALID_EMAIL_OR_PASSWORD')
      }
      expect(waits()).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000])
    })

    test('lets a new browser in with the right password after a short wait, which does not grow', async () => {
      await signUp(openVisitor(services), camille)
      await exhaustSite()
      for (let i = 0; i < 3; i++) expect((await signIn(openVisitor(services, '192.0.2.1'))).code).toBeUndefined()
      expect(waits()).toEqual([500, 500, 500])
    })

    test('does not slow down a browser that has signed in before', async () => {
      const owner = openVisitor(services)
      await signUp(owner, camille)
      await exhaustSite()
      expect((await signIn(owner)).code).toBeUndefined()
      expect(waits()).toEqual([])
    })
  })

  test('does not count correct passwords of accounts that may not sign in', async () => {
    const strict = await servicesOn(services, { confirmedAddressToSignIn: true })
    await signUp(openVisitor(strict), camille)
    for (let i = 0; i < 12; i++) expect((await signIn(openVisitor(strict, `198.51.${i}.7`))).code).toBe('EMAIL_NOT_VERIFIED')
  })

  test('does not count correct passwords', async () => {
    await signUp(openVisitor(services), camille)
    for (let i = 0; i < 12; i++) expect((await signIn(openVisitor(services, `198.51.${i}.7`))).code).toBeUndefined()
  })

  test('is refused for a disabled account, whose sessions end', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, camille)
    const ada = await becomeAdministrator('ada@example.com')
    await changePerson(services.db, ada, (await findUserByEmail(services.db, camille))?.id ?? '', 'disabled', new Date())
    expect(await visitor.viewer()).toBeUndefined()
    expect(await signIn(visitor)).toMatchObject({ status: 403, code: 'ACCOUNT_DISABLED' })
    await visitor.callAuth('/sign-in/magic-link', { email: camille })
    expect(services.sent.filter(({ kind, to }) => kind === 'magic-link' && to.address === camille)).toEqual([])
  })
})

async function becomeAdministrator(email: string): Promise<string> {
  await signUp(openVisitor(services), email)
  expect(await grantAdministrator(services.db, email)).toBe('made')
  return (await findUserByEmail(services.db, email))?.id ?? ''
}

describe('a captcha', () => {
  test('is required before the password is checked, and verified with its provider', async () => {
    const answers: string[] = []
    const provider = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        answers.push(body)
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ success: body.includes('good-answer') }))
      })
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const { port } = provider.address() as { port: number }
    const captcha = { provider: 'hcaptcha', siteKey: 'site', secretKey: 'secret', verifyUrl: `http://127.0.0.1:${port}/` } as const
    const guarded = await servicesOn(services, { captcha })
    try {
      const body = { email: camille, password: goodPassword, name: '' }
      const ask = (given?: string) => callAuth(guarded.accounts, openVisitor(guarded).request('/'), '/sign-up/email', body, given)
      expect((await ask()).code).toBe('MISSING_RESPONSE')
      expect((await ask('bad-answer')).code).toBe('VERIFICATION_FAILED')
      expect((await ask('good-answer')).code).toBeUndefined()
      expect(answers).toHaveLength(2)
    } finally {
      await new Promise((resolve) => provider.close(resolve))
    }
  })
})
