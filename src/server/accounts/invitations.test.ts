import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { completePasswordReset } from '#server/accounts/address-ownership.ts'
import { invitePerson, createAccountLink, type AccountLinkKind } from '#server/accounts/invitations.ts'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { changePerson } from '#server/accounts/change-person.ts'
import { findPerson, findUserByEmail, listPersonAudit, listSignInMethods } from '#server/accounts/people.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { camille, deleteAccounts, goodPassword, openVisitor, signUp, tokenOf } from '#tests/visitor.ts'

const now = new Date()
const noor = 'noor@example.com'
const password = 'four lamps and a desk'

let services: TestServices
let ada: string

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
afterEach(() => deleteAccounts(services))

async function join(email: string): Promise<string> {
  await signUp(openVisitor(services), email)
  return (await findUserByEmail(services.db, email))?.id ?? ''
}

async function joinAda(): Promise<void> {
  ada = await join('ada@example.com')
  await grantAdministrator(services.db, 'ada@example.com')
}

function invite(email: string, isAdministrator = false, actor = ada) {
  return invitePerson({ db: services.db, mail: services.accounts.mail }, actor, { email, isAdministrator }, now)
}

async function tokenFor(personId: string, kind: AccountLinkKind, at = now): Promise<string> {
  const made = await createAccountLink(services.db, ada, personId, kind, at)
  if (!made.ok) throw new Error(made.refusal)
  return tokenOf(services.origin + made.path)
}

const setPassword = (token: string) => openVisitor(services).callAuth('/reset-password', { token, newPassword: password })

describe('inviting a person', () => {
  test('creates an account without a password, and sends a link that sets one', async () => {
    await joinAda()
    const invited = await invite(' Noor@Example.com ')
    const person = await findUserByEmail(services.db, noor)
    expect(invited).toEqual({ ok: true, personId: person?.id })
    expect(person).toMatchObject({ email: noor, isConfirmed: false, isAdministrator: false })
    expect(await listSignInMethods(services.db, person?.id ?? '')).toEqual([])
    const letter = services.mailTo(noor, 'invitation')
    expect(letter.text).toContain('ada@example.com')
    expect(await listPersonAudit(services.db, person?.id ?? '')).toMatchObject([{ action: 'invited', actor: 'ada@example.com' }])
    expect((await setPassword(tokenOf(letter.action))).code).toBeUndefined()
    const visitor = openVisitor(services)
    expect((await visitor.callAuth('/sign-in/email', { email: noor, password })).code).toBeUndefined()
    expect(await visitor.viewer()).toMatchObject({ email: noor })
    expect((await setPassword(tokenOf(letter.action))).code).toBe('INVALID_TOKEN')
  })

  test('can grant the administrator role', async () => {
    await joinAda()
    await invite(noor, true)
    const person = await findUserByEmail(services.db, noor)
    expect(person?.isAdministrator).toBe(true)
    expect((await listPersonAudit(services.db, person?.id ?? '')).map(({ action }) => action).toSorted()).toEqual([
      'administrator',
      'invited',
    ])
  })

  test('is refused for a taken address, an invalid one, and for members, without any change', async () => {
    await joinAda()
    const id = await join(camille)
    services.sent.length = 0
    expect(await invite('CAMILLE@example.com', true)).toEqual({ ok: false, refusal: 'PERSON_EXISTS' })
    expect(await invite('noor@example')).toEqual({ ok: false, refusal: 'EMAIL_INVALID' })
    expect(await invite(noor, true, id)).toEqual({ ok: false, refusal: 'NOT_AN_ADMINISTRATOR' })
    expect(await findUserByEmail(services.db, noor)).toBeUndefined()
    expect(await findPerson(services.db, id)).toMatchObject({ isAdministrator: false })
    expect([services.sent, await listPersonAudit(services.db, id)]).toEqual([[], []])
  })

  test('creates one account for two concurrent invitations', async () => {
    await joinAda()
    const answers = await Promise.all([invite(noor), invite(noor)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(services.sent.filter(({ kind }) => kind === 'invitation')).toHaveLength(1)
  })
})

describe('a link from an administrator', () => {
  test('invites a person who has not joined, and is valid for seven days', async () => {
    await joinAda()
    await invite(noor)
    const id = (await findUserByEmail(services.db, noor))?.id ?? ''
    const day = 24 * 60 * 60_000
    const late = await tokenFor(id, 'invitation', new Date(now.getTime() - 7 * day - 60_000))
    expect((await setPassword(late)).code).toBe('INVALID_TOKEN')
    const token = await tokenFor(id, 'invitation', new Date(now.getTime() - 6 * day))
    // The new link replaces the one in the email.
    expect((await setPassword(tokenOf(services.mailTo(noor, 'invitation').action))).code).toBe('INVALID_TOKEN')
    expect((await setPassword(token)).code).toBeUndefined()
    expect((await openVisitor(services).callAuth('/sign-in/email', { email: noor, password })).code).toBeUndefined()
  })

  test('sets a new password once, within half an hour', async () => {
    await joinAda()
    const id = await join(camille)
    expect((await setPassword(await tokenFor(id, 'password-reset', new Date(now.getTime() - 31 * 60_000)))).code).toBe('INVALID_TOKEN')
    const token = await tokenFor(id, 'password-reset')
    expect((await setPassword(token)).code).toBeUndefined()
    expect((await setPassword(token)).code).toBe('INVALID_TOKEN')
    const visitor = openVisitor(services)
    expect((await visitor.callAuth('/sign-in/email', { email: camille, password: goodPassword })).code).toBe('INVALID_EMAIL_OR_PASSWORD')
    expect((await visitor.callAuth('/sign-in/email', { email: camille, password })).code).toBeUndefined()
  })

  test('signs in once, within a quarter of an hour', async () => {
    await joinAda()
    const id = await join(camille)
    const visitor = openVisitor(services)
    const follow = async (token: string) => {
      const { location } = await visitor.callAuth(`/magic-link/verify?token=${token}&callbackURL=/profile`)
      return location && new URL(location).searchParams.get('error')
    }
    expect(await follow(await tokenFor(id, 'sign-in', new Date(now.getTime() - 16 * 60_000)))).toBe('INVALID_TOKEN')
    const token = await tokenFor(id, 'sign-in')
    expect(await follow(token)).toBeNull()
    expect(await visitor.viewer()).toMatchObject({ email: camille, isConfirmed: true })
    expect(await follow(token)).toBe('INVALID_TOKEN')
    expect((await listPersonAudit(services.db, id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['link-made', 'ada@example.com'],
      ['link-made', 'ada@example.com'],
    ])
  })

  test('is stored only as a hash', async () => {
    await joinAda()
    const id = await join(camille)
    const tokens = [await tokenFor(id, 'password-reset'), await tokenFor(id, 'sign-in')]
    const rows = JSON.stringify(await services.db.selectFrom('verifications').selectAll().execute())
    for (const token of tokens) expect(rows).not.toContain(token)
  })

  test('is refused for members, for oneself, for unknown and disabled people, and as an invitation for a person who has joined', async () => {
    await joinAda()
    const id = await join(camille)
    const make = (actor: string, person: string, kind: AccountLinkKind = 'sign-in') =>
      createAccountLink(services.db, actor, person, kind, now)
    const before = await services.db.selectFrom('verifications').select('id').execute()
    expect(await make(id, ada)).toEqual({ ok: false, refusal: 'NOT_AN_ADMINISTRATOR' })
    expect(await make(ada, ada)).toEqual({ ok: false, refusal: 'NOT_YOURSELF' })
    expect(await make(ada, 'unknown')).toEqual({ ok: false, refusal: 'UNKNOWN_PERSON' })
    expect(await make(ada, id, 'invitation')).toEqual({ ok: false, refusal: 'PERSON_HAS_JOINED' })
    await changePerson(services.db, ada, id, 'disabled', now)
    expect(await make(ada, id)).toEqual({ ok: false, refusal: 'PERSON_DISABLED' })
    expect(await services.db.selectFrom('verifications').select('id').execute()).toEqual(before)
  })
})

test('setting a password by a link confirms the address and invalidates other links that set it', async () => {
  await joinAda()
  await invite(noor)
  const id = (await findUserByEmail(services.db, noor))?.id ?? ''
  await completePasswordReset(services.db, id)
  expect(await findPerson(services.db, id)).toMatchObject({ isConfirmed: true })
  expect((await setPassword(tokenOf(services.mailTo(noor, 'invitation').action))).code).toBe('INVALID_TOKEN')
})
