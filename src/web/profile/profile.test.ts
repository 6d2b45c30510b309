import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { action as changeEmail } from '#web/accounts/profile/change-email.tsx'
import { action as changePassword } from '#web/accounts/profile/change-password.tsx'
import { action as deleteAccount, loader as askToDelete } from '#web/accounts/profile/delete-account.tsx'
import { loader as downloadMyData } from '#web/accounts/profile/my-data.ts'
import { action as actOnProfile, loader as showProfile } from '#web/profile/profile.tsx'
import { loader as showAccount } from '#web/accounts/profile/account.tsx'
import { action as changeFactor, loader as showFactor } from '#web/accounts/profile/second-factor.tsx'
import { camille, goodPassword, openVisitor, tokenOf, type Visitor } from '#tests/visitor.ts'
import {
  aMember,
  ask,
  begin,
  letTimePass,
  ownOf,
  prepareProfile,
  press,
  services,
  signedInElsewhere,
} from '#web/profile/profile.test-setup.ts'

prepareProfile()

const newPassword = 'another lamp, a larger one'

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
