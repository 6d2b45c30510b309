import { TOTP } from 'otpauth'
import { RouterContextProvider } from 'react-router'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authPath } from '#server/accounts/auth.ts'
import { readOwnAccount } from '#server/accounts/own-account.ts'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { recentSignInMs } from '#server/accounts/recent-sign-in.ts'
import { readViewer } from '#server/accounts/viewer.ts'
import { logContext, servicesContext, viewerContext } from '#web/context.ts'
import { action as changeEmail } from '#web/accounts/profile/change-email.tsx'
import { action as changePassword } from '#web/accounts/profile/change-password.tsx'
import { action as deleteAccount, loader as askToDelete } from '#web/accounts/profile/delete-account.tsx'
import { loader as downloadMyData } from '#web/accounts/profile/my-data.ts'
import { action as actOnProfile, loader as showProfile } from '#web/profile/profile.tsx'
import { action as actOnAccount, loader as showAccount } from '#web/accounts/profile/account.tsx'
import { action as changeFactor, loader as showFactor } from '#web/accounts/profile/second-factor.tsx'
import { startIdentityProvider, type TestIdentityProvider } from '#tests/identity-provider.ts'
import { openTestServices, silentLog, type TestServices } from '#tests/services.ts'
import { camille, deleteAccounts, goodPassword, openVisitor, signUp, tokenOf, type Visitor } from '#tests/visitor.ts'

const newPassword = 'another lamp, a larger one'

let services: TestServices
let provider: TestIdentityProvider
beforeAll(async () => {
  provider = await startIdentityProvider('http://localhost:3000')
  services = await openTestServices({}, [provider.settings])
})
afterAll(async () => {
  await services.close()
  await provider.close()
})
afterEach(() => deleteAccounts(services))

type Answer = { status: number; to: string | null; data: Record<string, unknown>; response: Response | undefined }

/** Calls a loader, or with fields an action, as the browser of a visitor would. Cookies are stored. */
async function ask(visitor: Visitor, route: (args: never) => unknown, path: string, fields?: Record<string, string>): Promise<Answer> {
  const request = visitor.request(path, fields && { method: 'POST', body: new URLSearchParams(fields) })
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(logContext, silentLog)
  context.set(viewerContext, () => readViewer(services.accounts.auth, services.db, request, new Date()))
  const given: unknown = await Promise.resolve()
    .then(() => route({ request, url: new URL(request.url), params: {}, context } as never))
    .catch((thrown: unknown) => thrown)
  if (given instanceof Response) {
    visitor.storeCookies(given.headers.getSetCookie())
    return { status: given.status, to: given.headers.get('Location'), data: {}, response: given }
  }
  if (given instanceof Error) throw given
  const { data = given, init } = given as { data?: unknown; init?: ResponseInit }
  visitor.storeCookies(new Headers(init?.headers).getSetCookie())
  return { status: init?.status ?? 200, to: null, data: data as Record<string, unknown>, response: undefined }
}

const press = (visitor: Visitor, fields: Record<string, string>) => ask(visitor, actOnAccount, '/profile/account', fields)

async function aMember(email = camille): Promise<Visitor> {
  const visitor = openVisitor(services)
  await signUp(visitor, email)
  return visitor
}

async function signedInElsewhere(email = camille): Promise<Visitor> {
  const visitor = openVisitor(services, '198.51.100.4')
  await visitor.callAuth('/sign-in/email', { email, password: goodPassword })
  return visitor
}

async function ownOf(visitor: Visitor) {
  const { id } = (await visitor.viewer()) ?? { id: '' }
  return readOwnAccount(services.db, id, new Date())
}

/** Makes all sign-ins too old for sensitive changes. */
async function letTimePass(): Promise<void> {
  await services.db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - recentSignInMs - 1000) })
    .execute()
}

describe('every account page', () => {
  test.each([
    ['/profile', showProfile],
    ['/profile/account', showAccount],
    ['/profile/second-factor', showFactor],
    ['/profile/delete', askToDelete],
  ])('redirects a guest from %s to sign in and back', async (path, loader) => {
    expect((await ask(openVisitor(services), loader, path)).to).toBe(`/login?to=${encodeURIComponent(path)}`)
  })

  test.each([
    ['/profile/email', changeEmail],
    ['/profile/password', changePassword],
    ['/profile/second-factor', changeFactor],
    ['/profile/delete', deleteAccount],
  ])('requires a recent sign-in for a change on %s', async (path, action) => {
    const visitor = await aMember()
    await letTimePass()
    const { to } = await ask(visitor, action, path, { email: camille, do: 'begin', password: newPassword, current: goodPassword })
    expect(to).toBe(`/login/confirm?to=${encodeURIComponent(path)}`)
    expect(await visitor.viewer()).toMatchObject({ email: camille, hasSecondFactor: false })
  })
})

describe('the profile', () => {
  test('shows sign-in methods and sessions without secrets', async () => {
    const visitor = await aMember()
    await signedInElsewhere()
    const { data } = await ask(visitor, showAccount, '/profile/account')
    expect(data).toMatchObject({ viewer: { email: camille, isConfirmed: false }, own: { hasPassword: true, identities: [], passkeys: [] } })
    const { sessions } = data['own'] as Awaited<ReturnType<typeof ownOf>>
    expect(new Set(sessions.map(({ device, network }) => `${device}, ${network}`))).toEqual(
      new Set(['Firefox on Linux, 198.51.100.0/24', 'Firefox on Linux, 203.0.113.0/24']),
    )
    expect(JSON.stringify(data)).not.toContain((await visitor.viewer())?.sessionToken)
  })

  test('accepts the buttons of pages of the previous release', async () => {
    const visitor = await aMember()
    const { to } = await ask(visitor, actOnProfile, '/profile', { end: 'all' })
    expect(to).toBe('/login?notice=signed-out')
    expect(await visitor.viewer()).toBeUndefined()
  })

  test('saves the two switches of the previous release', async () => {
    const visitor = await aMember()
    expect((await press(visitor, { settings: 'save', studyReminders: 'on' })).to).toBe('/profile/settings?done=settings-saved')
    expect((await ownOf(visitor)).settings).toMatchObject({ emailNotifications: false, studyReminders: true })
    await press(visitor, { settings: 'save', emailNotifications: 'on' })
    expect((await ownOf(visitor)).settings).toMatchObject({ emailNotifications: true, studyReminders: false })
  })

  test('does not change the administrator role when the switches are saved', async () => {
    const visitor = await aMember()
    await grantAdministrator(services.db, camille)
    await press(visitor, { settings: 'save', emailNotifications: 'on' })
    expect(await visitor.viewer()).toMatchObject({ isAdministrator: true })
  })

  test('sends the confirmation mail again', async () => {
    const visitor = await aMember()
    services.sent.length = 0
    expect((await press(visitor, { resend: 'yes' })).to).toBe('/profile/account?done=confirmation-sent')
    expect(services.mailTo(camille, 'verification').action).toBeDefined()
  })

  test('rejects a form without a button value', async () => {
    expect(await press(await aMember(), { nonsense: 'x' })).toMatchObject({ status: 400, data: { problem: 'FIELD_UNREADABLE' } })
  })
})

describe('sessions', () => {
  test('end one at a time', async () => {
    const visitor = await aMember()
    const other = await signedInElsewhere()
    const { sessionId } = (await other.viewer()) ?? { sessionId: '' }
    expect((await press(visitor, { end: sessionId })).to).toBe('/profile/account?done=session-ended')
    expect(await other.viewer()).toBeUndefined()
    expect(await visitor.viewer()).toBeDefined()
  })

  test('of another user do not end', async () => {
    const visitor = await aMember()
    const noor = await aMember('noor@example.com')
    const { sessionId } = (await noor.viewer()) ?? { sessionId: '' }
    expect(await press(visitor, { end: sessionId })).toMatchObject({ status: 400, data: { problem: 'SESSION_GONE' } })
    expect(await noor.viewer()).toBeDefined()
  })

  test('end all except this one, or all', async () => {
    const visitor = await aMember()
    const other = await signedInElsewhere()
    expect((await press(visitor, { end: 'others' })).to).toBe('/profile/account?done=others-ended')
    expect([await visitor.viewer(), await other.viewer()].map(Boolean)).toEqual([true, false])
    expect((await press(visitor, { end: 'all' })).to).toBe('/login?notice=signed-out')
    expect(await visitor.viewer()).toBeUndefined()
    expect(visitor.cookies.has('praxam.session_token')).toBe(false)
  })

  test.each(['others', 'all', 'some-id'])('that have already ended redirect to the sign-in page: %s', async (value) => {
    const visitor = await aMember()
    await services.db.deleteFrom('sessions').execute()
    expect((await press(visitor, { end: value })).to).toBe('/login?notice=session-over')
  })
})

describe('changing the email address', () => {
  test.each([
    ['nonsense', 'EMAIL_INVALID'],
    ['Camille@Example.com', 'SAME_ADDRESS'],
  ])('rejects %s', async (email, problem) => {
    expect(await ask(await aMember(), changeEmail, '/profile/email', { email })).toMatchObject({ status: 400, data: { problem } })
  })

  test('replaces an unconfirmed address immediately', async () => {
    const visitor = await aMember()
    expect(await ask(visitor, changeEmail, '/profile/email', { email: 'New@example.com' })).toMatchObject({
      status: 200,
      data: { sent: 'unconfirmed' },
    })
    expect(await visitor.viewer()).toMatchObject({ email: 'new@example.com', isConfirmed: false })
    expect(services.mailTo('new@example.com', 'verification')).toBeDefined()
  })

  test('requires a confirmation from both mailboxes when the current address is confirmed', async () => {
    const visitor = await aMember()
    await visitor.callAuth(`/verify-email?token=${tokenOf(services.mailTo(camille, 'verification').action)}`)
    expect(await ask(visitor, changeEmail, '/profile/email', { email: 'new@example.com' })).toMatchObject({ data: { sent: 'confirmed' } })
    expect(await visitor.viewer()).toMatchObject({ email: camille })
    await visitor.callAuth(`/verify-email?token=${tokenOf(services.sent.findLast(({ to }) => to.address === camille)?.action)}`)
    expect(await visitor.viewer()).toMatchObject({ email: camille })
    await visitor.callAuth(`/verify-email?token=${tokenOf(services.mailTo('new@example.com', 'verification').action)}`)
    expect(await visitor.viewer()).toMatchObject({ email: 'new@example.com', isConfirmed: true })
  })

  test('shows the same message when another user has the address, and changes nothing', async () => {
    const visitor = await aMember()
    await aMember('noor@example.com')
    expect(await ask(visitor, changeEmail, '/profile/email', { email: 'noor@example.com' })).toMatchObject({
      data: { sent: 'unconfirmed' },
    })
    expect(await visitor.viewer()).toMatchObject({ email: camille })
  })
})

describe('changing the password', () => {
  const change = (visitor: Visitor, fields: Record<string, string>) => ask(visitor, changePassword, '/profile/password', fields)

  test('ends all other sessions', async () => {
    const visitor = await aMember()
    const other = await signedInElsewhere()
    expect((await change(visitor, { current: goodPassword, password: newPassword })).to).toBe('/profile/account?done=password-changed')
    expect([await visitor.viewer(), await other.viewer()].map(Boolean)).toEqual([true, false])
    expect((await openVisitor(services).callAuth('/sign-in/email', { email: camille, password: newPassword })).code).toBeUndefined()
  })

  test('requires the current password', async () => {
    expect(await change(await aMember(), { current: 'wrong', password: newPassword })).toMatchObject({
      data: { problem: 'INVALID_PASSWORD' },
    })
  })

  test('lists every weakness of the new password', async () => {
    expect(await change(await aMember(), { current: goodPassword, password: 'camille' })).toMatchObject({
      status: 400,
      data: { weaknesses: ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON', 'PASSWORD_CONTAINS_NAME'] },
    })
  })

  test('sends a link to members without a password', async () => {
    const visitor = await aMember()
    await services.db.deleteFrom('identities').execute()
    expect(await change(visitor, { link: 'send' })).toMatchObject({ data: { isSent: true } })
    await visitor.callAuth('/reset-password', { token: tokenOf(services.mailTo(camille, 'password-reset').action), newPassword })
    expect((await openVisitor(services).callAuth('/sign-in/email', { email: camille, password: newPassword })).code).toBeUndefined()
  })
})

type Setup = { uri: string; secret: string; picture: { size: number; path: string }; backupCodes: string[] }

const factor = (visitor: Visitor, fields: Record<string, string>) => ask(visitor, changeFactor, '/profile/second-factor', fields)

async function begin(visitor: Visitor): Promise<Setup & { fields: Record<string, string> }> {
  const { data } = await factor(visitor, { do: 'begin', password: goodPassword })
  const setup = data['setup'] as Setup
  return { ...setup, fields: { do: 'finish', uri: setup.uri, backupCodes: setup.backupCodes.join(' ') } }
}

function codeOf({ secret }: Setup): string {
  return new TOTP({ secret }).generate()
}

describe('the second factor', () => {
  test('is set up with a QR code, a key and ten backup codes, and ends other sessions', async () => {
    const visitor = await aMember()
    const other = await signedInElsewhere()
    const setup = await begin(visitor)
    expect(setup).toMatchObject({ secret: expect.stringMatching(/^[A-Z2-7]{20,}$/), backupCodes: expect.objectContaining({ length: 10 }) })
    expect(setup.picture.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
    expect(await visitor.viewer()).toMatchObject({ hasSecondFactor: false })
    expect((await factor(visitor, { ...setup.fields, code: codeOf(setup) })).to).toBe('/profile/account?done=second-factor-on')
    expect(await visitor.viewer()).toMatchObject({ hasSecondFactor: true })
    expect(await other.viewer()).toBeUndefined()
    expect(services.mailTo(camille, 'second-factor-changed')).toBeDefined()
  })

  test('shows the same QR code and backup codes after a wrong code', async () => {
    const visitor = await aMember()
    const setup = await begin(visitor)
    const { status, data } = await factor(visitor, { ...setup.fields, code: '000000' })
    expect(status).toBe(401)
    expect(data).toMatchObject({ problem: 'INVALID_CODE', setup: { uri: setup.uri, secret: setup.secret, backupCodes: setup.backupCodes } })
    expect((await factor(visitor, { ...setup.fields, code: codeOf(setup) })).to).toBe('/profile/account?done=second-factor-on')
  })

  test('can be finished, but not started, after the recent sign-in expired', async () => {
    const visitor = await aMember()
    const setup = await begin(visitor)
    await letTimePass()
    expect((await factor(visitor, { do: 'begin', password: goodPassword })).to).toContain('/login/confirm')
    expect((await factor(visitor, { ...setup.fields, code: codeOf(setup), to: '/admin' })).to).toBe('/admin')
  })

  test('never redirects to another site', async () => {
    const visitor = await aMember()
    const setup = await begin(visitor)
    expect((await factor(visitor, { ...setup.fields, code: codeOf(setup), to: 'https://elsewhere.example' })).to).toBe(
      '/profile/account?done=second-factor-on',
    )
  })

  test('requires the password for each change, if the member has one', async () => {
    const visitor = await aMember()
    expect(await factor(visitor, { do: 'begin' })).toMatchObject({ status: 400, data: { problem: 'INVALID_PASSWORD' } })
    const setup = await begin(visitor)
    await factor(visitor, { ...setup.fields, code: codeOf(setup) })
    expect(await factor(visitor, { do: 'off', password: 'wrong' })).toMatchObject({ data: { problem: 'INVALID_PASSWORD' } })
    expect(await factor(visitor, { do: 'codes', password: goodPassword })).toMatchObject({
      data: { backupCodes: expect.objectContaining({ length: 10 }) },
    })
    expect((await factor(visitor, { do: 'off', password: goodPassword })).to).toBe('/profile/account?done=second-factor-off')
    expect(await visitor.viewer()).toMatchObject({ hasSecondFactor: false })
  })

  test('requires no password from members without one', async () => {
    const visitor = await aMember()
    await services.db.deleteFrom('identities').execute()
    expect(await factor(visitor, { do: 'begin' })).toMatchObject({ status: 200, data: { setup: { secret: expect.any(String) } } })
  })
})

describe('sign-in methods', () => {
  /** Links the provider: presses the button and follows the redirects there and back. */
  async function link(visitor: Visitor): Promise<string> {
    const { to } = await press(visitor, { link: 'contoso' })
    const back = await provider.follow(to ?? '')
    const answer = await visitor.callAuth(back.slice(`${services.origin}${authPath}`.length))
    return new URL(answer.location ?? '', services.origin).search
  }

  test('can be linked and unlinked', async () => {
    const visitor = await aMember()
    expect(await link(visitor)).toBe('?done=provider-linked')
    const { identities } = await ownOf(visitor)
    expect(identities).toMatchObject([{ provider: 'contoso' }])
    expect((await press(visitor, { unlink: identities[0]?.id ?? '' })).to).toBe('/profile/account?done=provider-unlinked')
    expect((await ownOf(visitor)).identities).toEqual([])
    expect(services.mailTo(camille, 'sign-in-method-changed').text).toContain('removed')
  })

  test('cannot all be removed', async () => {
    const visitor = await aMember()
    await link(visitor)
    await services.db.deleteFrom('identities').where('provider_id', '=', 'credential').execute()
    const [identity] = (await ownOf(visitor)).identities
    expect(await press(visitor, { unlink: identity?.id ?? '' })).toMatchObject({
      status: 400,
      data: { problem: 'FAILED_TO_UNLINK_LAST_ACCOUNT' },
    })
    expect((await ownOf(visitor)).identities).toHaveLength(1)
  })

  test('report a provider account that is linked to another user', async () => {
    await link(await aMember('noor@example.com'))
    expect(await link(await aMember())).toContain('error=account_already_linked_to_different_user')
  })

  test.each([{ link: 'contoso' }, { unlink: 'some-id' }, { passkey: 'some-id' }])('require a recent sign-in: %o', async (fields) => {
    const visitor = await aMember()
    await letTimePass()
    expect((await press(visitor, fields)).to).toBe('/login/confirm?to=%2Fprofile%2Faccount')
  })

  async function givePasskey(visitor: Visitor, id: string): Promise<void> {
    const { id: userId } = (await visitor.viewer()) ?? { id: '' }
    await services.db
      .insertInto('passkeys')
      .values({
        id,
        name: 'Phone',
        public_key: 'key',
        user_id: userId,
        credential_id: id,
        counter: 0,
        device_type: 'multiDevice',
        backed_up: true,
        created_at: new Date(),
      })
      .execute()
  }

  test('cannot be removed by another member', async () => {
    const visitor = await aMember()
    const noor = await aMember('noor@example.com')
    await givePasskey(visitor, 'camilles')
    await givePasskey(noor, 'noors')
    expect(await press(visitor, { passkey: 'noors' })).toMatchObject({ status: 400, data: { problem: 'PASSKEY_GONE' } })
    expect((await press(visitor, { passkey: 'camilles' })).to).toBe('/profile/account?done=passkey-deleted')
    expect([(await ownOf(visitor)).passkeys, (await ownOf(noor)).passkeys].map(({ length }) => length)).toEqual([0, 1])
  })

  test('include at least one passkey when there is no password and no provider', async () => {
    const visitor = await aMember()
    await givePasskey(visitor, 'camilles')
    await services.db.deleteFrom('identities').execute()
    expect(await press(visitor, { passkey: 'camilles' })).toMatchObject({ data: { problem: 'LAST_PASSKEY' } })
    await givePasskey(visitor, 'another')
    expect((await press(visitor, { passkey: 'camilles' })).to).toBe('/profile/account?done=passkey-deleted')
  })
})

describe('the download', () => {
  test('is a file that is not cached', async () => {
    const { response } = await ask(await aMember(), downloadMyData, '/profile/my-data.json')
    expect(response?.headers.get('Content-Disposition')).toBe('attachment; filename="praxam-my-data.json"')
    expect(response?.headers.get('Cache-Control')).toBe('no-store')
    expect(await response?.json()).toMatchObject({ format: 'praxam-my-data', version: 2, account: { email: camille } })
  })

  test('requires a sign-in', async () => {
    expect((await ask(openVisitor(services), downloadMyData, '/profile/my-data.json')).to).toBe('/login?to=%2Fprofile')
  })
})

describe('deleting the account', () => {
  const confirm = (visitor: Visitor, email: string) => ask(visitor, deleteAccount, '/profile/delete', { email })

  test('requires the typed email address', async () => {
    const visitor = await aMember()
    expect(await confirm(visitor, 'camille@example')).toMatchObject({ status: 400, data: { problem: 'CONFIRMATION_WORD' } })
    expect(await visitor.viewer()).toBeDefined()
  })

  test('removes id and address from every table except the audit log, and sends a mail', async () => {
    const visitor = await aMember()
    const id = (await visitor.viewer())?.id ?? ''
    await signedInElsewhere()
    await openVisitor(services).callAuth('/sign-in/magic-link', { email: camille })
    await openVisitor(services).callAuth('/email-otp/send-verification-otp', { email: camille, type: 'sign-in' })
    await openVisitor(services).callAuth('/request-password-reset', { email: camille })
    await begin(visitor)
    await press(visitor, { settings: 'save', studyReminders: 'on' })
    expect(await tablesWith(id)).toContain('users')
    expect(await tablesWith(camille)).toContain('users')

    expect((await confirm(visitor, 'Camille@example.com')).to).toBe('/login?notice=deleted')

    expect(await tablesWith(id)).toEqual(['audit_log'])
    expect(await tablesWith(camille)).toEqual([])
    expect(await visitor.viewer()).toBeUndefined()
    expect(visitor.cookies.has('praxam.session_token')).toBe(false)
    expect(services.mailTo(camille, 'account-deleted')).toBeDefined()
    expect(
      (await openVisitor(services).callAuth('/sign-up/email', { email: camille, password: goodPassword, name: '' })).code,
    ).toBeUndefined()
  })

  test('warns only the last administrator', async () => {
    const visitor = await aMember()
    expect(await ask(visitor, askToDelete, '/profile/delete')).toMatchObject({ data: { isLastAdministrator: false } })
    await grantAdministrator(services.db, camille)
    expect(await ask(visitor, askToDelete, '/profile/delete')).toMatchObject({ data: { isLastAdministrator: true } })
    await aMember('ada@example.com')
    await grantAdministrator(services.db, 'ada@example.com')
    expect(await ask(visitor, askToDelete, '/profile/delete')).toMatchObject({ data: { isLastAdministrator: false } })
    await services.db.updateTable('users').set({ disabled_at: new Date() }).where('email', '=', 'ada@example.com').execute()
    expect(await ask(visitor, askToDelete, '/profile/delete')).toMatchObject({ data: { isLastAdministrator: true } })
  })
})

/** Names of the tables with a row that contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(services.db)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await sql`select 1 from ${sql.table(name)} as line where strpos(line::text, ${text}) > 0 limit 1`.execute(
      services.db,
    )
    if (hits.length > 0) found.push(name)
  }
  return found
}
