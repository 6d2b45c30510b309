import { getMigrations } from 'better-auth/db/migration'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findUserByEmail } from '#server/accounts/people.ts'
import { inLanguage } from '#server/platform/language.ts'
import { openTestServices, servicesOn, type TestServices } from '#tests/services.ts'
import { camille, deleteAccounts, goodPassword, openVisitor, signIn, signUp, tokenOf } from '#tests/visitor.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
afterEach(() => deleteAccounts(services))

test('the tables have every column that better-auth requires', async () => {
  const { toBeAdded, toBeCreated } = await getMigrations(services.accounts.auth.options)
  expect([toBeAdded, toBeCreated]).toEqual([[], []])
})

describe('signing up', () => {
  test('signs in immediately on a site without mail, and writes the confirmation to the outbox', async () => {
    const visitor = openVisitor(services)
    await signUp(visitor, ' Camille@Example.com'.trim())
    expect(await visitor.viewer()).toMatchObject({
      email: camille,
      isConfirmed: false,
      isAdministrator: false,
      isRecentlyAuthenticated: true,
    })
    expect(services.mailTo(camille, 'verification').action).toContain('http://localhost:3000/verify-email?token=')
  })

  test('on a French page makes French the language of the member’s mail, whatever the language of later pages', async () => {
    const visitor = openVisitor(services)
    await inLanguage('fr', () => signUp(visitor, camille))
    const { subject, action } = services.mailTo(camille, 'verification')
    expect([subject, action]).toEqual([
      'Confirmez votre adresse e-mail pour Praxam',
      expect.stringContaining('http://localhost:3000/fr/verify-email?token='),
    ])
    await openVisitor(services).callAuth('/request-password-reset', { email: camille })
    expect(services.mailTo(camille, 'password-reset').subject).toContain('mot de passe')
  })

  test('reveals that an address is taken, on a site without mail', async () => {
    await signUp(openVisitor(services), camille)
    expect(await openVisitor(services).callAuth('/sign-up/email', { email: camille, password: goodPassword, name: '' })).toMatchObject({
      status: 422,
      code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    })
  })

  test.each([
    ['short', 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['Password123', 'PASSWORD_TOO_COMMON'],
    ['my camille is here', 'PASSWORD_CONTAINS_NAME'],
    [' '.repeat(9), 'PASSWORD_TOO_SHORT'],
  ])('refuses the password %s', async (password, code) => {
    expect(await openVisitor(services).callAuth('/sign-up/email', { email: camille, password, name: '' })).toMatchObject({
      status: 400,
      code,
    })
    expect(await findUserByEmail(services.db, camille)).toBeUndefined()
  })

  test.each([['is_admin'], ['isAdmin'], ['role'], ['id'], ['emailVerified'], ['disabledAt'], ['twoFactorEnabled'], ['trustDevice']])(
    'refuses the field %s',
    async (field) => {
      const body = { email: camille, password: goodPassword, name: '', [field]: field === 'id' ? 'chosen' : true }
      expect(await openVisitor(services).callAuth('/sign-up/email', body)).toMatchObject({ status: 400, code: 'FIELD_NOT_ALLOWED' })
    },
  )

  test('stores the password only as an Argon2id hash', async () => {
    await signUp(openVisitor(services), camille)
    const { password } = await services.db.selectFrom('identities').select('password').executeTakeFirstOrThrow()
    expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('a site that requires confirmed addresses', () => {
  let strict: TestServices
  beforeAll(async () => {
    strict = await servicesOn(services, { confirmedAddressToSignIn: true, smtp: { url: 'smtp://localhost', from: 'praxam@example.com' } })
  })
  afterEach(() => void strict.sent.splice(0))

  test('refuses to sign a member in until they have confirmed their address', async () => {
    const visitor = openVisitor(strict)
    await signUp(visitor, camille)
    expect(await visitor.viewer()).toBeUndefined()
    expect(await signIn(visitor)).toMatchObject({ status: 403, code: 'EMAIL_NOT_VERIFIED' })
    expect(await signIn(visitor, camille, 'not the password')).toMatchObject({ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' })
    const token = tokenOf(strict.mailTo(camille, 'verification').action)
    expect((await visitor.callAuth(`/verify-email?token=${token}`)).code).toBeUndefined()
    expect((await visitor.callAuth(`/verify-email?token=${token}`)).code).toBe('TOKEN_USED')
    expect((await signIn(visitor)).code).toBeUndefined()
    expect(await visitor.viewer()).toMatchObject({ email: camille, isConfirmed: true })
  })

  test('responds the same for a taken address, and informs its owner by mail', async () => {
    const answers = [await openVisitor(strict).callAuth('/sign-up/email', { email: camille, password: goodPassword, name: '' })]
    await openVisitor(strict).callAuth(`/verify-email?token=${tokenOf(strict.mailTo(camille, 'verification').action)}`)
    answers.push(await openVisitor(strict).callAuth('/sign-up/email', { email: camille, password: 'another good sentence', name: '' }))
    const shapes = answers.map(({ status, code, body, cookies }) => [status, code, Object.keys(body), cookies])
    expect(shapes[1]).toEqual(shapes[0])
    expect(strict.mailTo(camille, 'existing-account').text).toContain('http')
    expect((await signIn(openVisitor(strict), camille, 'another good sentence')).code).toBe('INVALID_EMAIL_OR_PASSWORD')
  })

  test('sends another confirmation on request, but none to an address without an account', async () => {
    await signUp(openVisitor(strict), camille)
    strict.sent.length = 0
    const existing = await openVisitor(strict).callAuth('/send-verification-email', { email: camille })
    const unknown = await openVisitor(strict).callAuth('/send-verification-email', { email: 'unknown@example.com' })
    expect([existing.status, existing.body]).toEqual([unknown.status, unknown.body])
    expect(strict.sent.map((message) => message.to.address)).toEqual([camille])
  })
})
