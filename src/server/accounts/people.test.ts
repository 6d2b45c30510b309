import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { saveKnownDevice } from '#server/accounts/devices.ts'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { changePerson } from '#server/accounts/change-person.ts'
import { findPerson, findUserByEmail, listPersonAudit, listPeople, listSignInMethods } from '#server/accounts/people.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { camille, deleteAccounts, goodPassword, openVisitor, signUp, tokenOf, type Visitor } from '#tests/visitor.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
afterEach(() => deleteAccounts(services))

const now = new Date()

async function join(email: string, isAdministrator = false): Promise<{ id: string; visitor: Visitor }> {
  const visitor = openVisitor(services)
  await signUp(visitor, email)
  if (isAdministrator) await grantAdministrator(services.db, email)
  return { id: (await findUserByEmail(services.db, email))?.id ?? '', visitor }
}

async function addPeople(emails: string[]): Promise<void> {
  const rows = emails.map((email) => ({ id: randomUUIDv7(), name: '', email, email_verified: true, created_at: now, updated_at: now }))
  await services.db.insertInto('users').values(rows).execute()
}

const addresses = async (search: string) => (await listPeople(services.db, search)).people.map(({ email }) => email)

describe('the list of people', () => {
  test('has pages of fifty, with each person once and the total number', async () => {
    const emails = Array.from({ length: 120 }, (_, number) => `person-${String(number).padStart(3, '0')}@example.com`)
    await addPeople(emails.toReversed())
    const sizes: number[] = []
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await listPeople(services.db, 'person', after)
      expect(page.total).toBe(120)
      sizes.push(page.people.length)
      seen.push(...page.people.map(({ email }) => email))
      after = page.next
    } while (after)
    expect(sizes).toEqual([50, 50, 20])
    expect(seen).toEqual(emails)
  })

  test('has no next page after the last person', async () => {
    await addPeople(Array.from({ length: 50 }, (_, number) => `person-${number}@example.com`))
    expect(await listPeople(services.db, '')).toMatchObject({ total: 50, next: undefined })
  })

  test.each([
    ['_b@', ['a_b@example.com']],
    ['%d@', ['c%d@example.com']],
    ['\\f@', ['e\\f@example.com']],
    [' CAMILLE ', [camille]],
    ["'; drop table users; --", []],
  ])('searches for the exact text %j', async (search, expected) => {
    await addPeople(['a_b@example.com', 'c%d@example.com', 'e\\f@example.com', camille])
    expect(await addresses(search)).toEqual(expected)
  })

  test.each([
    ['c%', ['c%d@example.com']],
    ['A', ['a_b@example.com', 'ada@example.com']],
    ['_', []],
    ['da', []],
  ])('searches for addresses that start with the short text %j', async (search, expected) => {
    await addPeople(['ada@example.com', 'a_b@example.com', 'c%d@example.com', 'e\\f@example.com', camille])
    expect(await addresses(search)).toEqual(expected)
  })

  test('counts up to a thousand people', async () => {
    await addPeople(Array.from({ length: 1000 }, (_, number) => `person-${number}@example.com`))
    expect(await listPeople(services.db, '')).toMatchObject({ total: 1000, isTotalExact: true })
    await addPeople([camille])
    expect(await listPeople(services.db, '')).toMatchObject({ total: 1000, isTotalExact: false })
    expect(await listPeople(services.db, 'camille')).toMatchObject({ total: 1, isTotalExact: true })
  })

  test('includes the role, the second factor and the sign-in methods', async () => {
    const { id } = await join(camille, true)
    await services.db.updateTable('users').set({ two_factor_enabled: true }).where('id', '=', id).execute()
    const { people } = await listPeople(services.db, '')
    expect(people).toEqual([
      {
        id,
        email: camille,
        isConfirmed: false,
        isAdministrator: true,
        isDisabled: false,
        hasSecondFactor: true,
        createdAt: expect.any(Date),
        lastSeenAt: expect.any(Date),
      },
    ])
    expect(await listSignInMethods(services.db, id)).toEqual(['credential'])
  })
})

describe('changing a person', () => {
  test('grants and removes the administrator role, and records the actor', async () => {
    const ada = await join('ada@example.com', true)
    const { id } = await join(camille)
    expect(await changePerson(services.db, ada.id, id, 'administrator', now)).toBeUndefined()
    expect(await findPerson(services.db, id)).toMatchObject({ isAdministrator: true })
    expect(await changePerson(services.db, ada.id, id, 'member', now)).toBeUndefined()
    expect(await findPerson(services.db, id)).toMatchObject({ isAdministrator: false })
    expect((await listPersonAudit(services.db, id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['member', 'ada@example.com'],
      ['administrator', 'ada@example.com'],
    ])
    expect((await listPersonAudit(services.db, ada.id)).map(({ action, actor }) => [action, actor])).toEqual([['administrator', null]])
  })

  test('is refused for members, for disabled administrators, and for one’s own account', async () => {
    const ada = await join('ada@example.com', true)
    const { id } = await join(camille)
    for (const change of ['administrator', 'member', 'disabled', 'enabled', 'sessions-ended', 'deleted'] as const)
      expect(await changePerson(services.db, id, ada.id, change, now)).toBe('NOT_AN_ADMINISTRATOR')
    for (const change of ['member', 'disabled', 'enabled', 'sessions-ended', 'deleted'] as const)
      expect(await changePerson(services.db, ada.id, ada.id, change, now)).toBe('NOT_YOURSELF')
    expect(await changePerson(services.db, ada.id, 'unknown', 'disabled', now)).toBe('UNKNOWN_PERSON')
    await services.db.updateTable('users').set({ disabled_at: now }).where('id', '=', ada.id).execute()
    expect(await changePerson(services.db, ada.id, id, 'disabled', now)).toBe('NOT_AN_ADMINISTRATOR')
    expect(await listPersonAudit(services.db, id)).toEqual([])
  })

  test.each([['member'], ['disabled'], ['deleted']] as const)(
    'leaves one of two administrators who apply %s to each other at the same time',
    async (change) => {
      const ada = await join('ada@example.com', true)
      const noor = await join('noor@example.com', true)
      const refusals = await Promise.all([
        changePerson(services.db, ada.id, noor.id, change, now),
        changePerson(services.db, noor.id, ada.id, change, now),
      ])
      expect(refusals.toSorted()).toEqual(['NOT_AN_ADMINISTRATOR', undefined])
      const { people } = await listPeople(services.db, '')
      expect(people.filter(({ isAdministrator, isDisabled }) => isAdministrator && !isDisabled)).toHaveLength(1)
    },
  )

  test('disables every session and sign-in method, and enables them again', async () => {
    const ada = await join('ada@example.com', true)
    const { id, visitor } = await join(camille)
    await visitor.callAuth('/sign-in/magic-link', { email: camille })
    await visitor.callAuth('/request-password-reset', { email: camille })
    const link = tokenOf(services.mailTo(camille, 'magic-link').action)
    const reset = tokenOf(services.mailTo(camille, 'password-reset').action)
    expect(await changePerson(services.db, ada.id, id, 'disabled', now)).toBeUndefined()
    expect(await visitor.viewer()).toBeUndefined()

    const stranger = openVisitor(services, '203.0.113.8')
    const signIn = () => stranger.callAuth('/sign-in/email', { email: camille, password: goodPassword })
    expect(await signIn()).toMatchObject({ status: 403, code: 'ACCOUNT_DISABLED' })
    const followed = await stranger.callAuth(`/magic-link/verify?token=${link}&callbackURL=/profile`)
    expect(followed.location).toContain('error=INVALID_TOKEN')
    const body = { token: reset, newPassword: 'four lamps and a desk' }
    expect((await stranger.callAuth('/reset-password', body)).code).toBe('INVALID_TOKEN')
    const sent = services.sent.length
    await stranger.callAuth('/request-password-reset', { email: camille })
    await stranger.callAuth('/email-otp/send-verification-otp', { email: camille, type: 'sign-in' })
    expect(services.sent).toHaveLength(sent)
    expect([...stranger.cookies.keys(), await stranger.viewer()]).toEqual([undefined])

    expect(await changePerson(services.db, ada.id, id, 'enabled', now)).toBeUndefined()
    expect((await signIn()).code).toBeUndefined()
    expect(await stranger.viewer()).toMatchObject({ email: camille })
  })

  test('enables no session that was created while the account was being disabled', async () => {
    const ada = await join('ada@example.com', true)
    const { id, visitor } = await join(camille)
    const session = await services.db.selectFrom('sessions').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
    await changePerson(services.db, ada.id, id, 'disabled', now)
    await services.db.insertInto('sessions').values(session).execute()
    await changePerson(services.db, ada.id, id, 'enabled', now)
    expect(await visitor.viewer()).toBeUndefined()
  })

  test('can end all sessions without disabling the account', async () => {
    const ada = await join('ada@example.com', true)
    const { id, visitor } = await join(camille)
    const elsewhere = openVisitor(services, '203.0.113.8')
    const signIn = () => elsewhere.callAuth('/sign-in/email', { email: camille, password: goodPassword })
    await signIn()
    expect(await changePerson(services.db, ada.id, id, 'sessions-ended', now)).toBeUndefined()
    expect([await visitor.viewer(), await elsewhere.viewer()]).toEqual([undefined, undefined])
    expect(await ada.visitor.viewer()).toMatchObject({ email: 'ada@example.com' })
    expect((await listPersonAudit(services.db, id)).map(({ action }) => action)).toEqual(['sessions-ended'])
    await signIn()
    expect(await elsewhere.viewer()).toMatchObject({ email: camille })
  })

  test('deletes everything about the person except the id in the audit log', async () => {
    const ada = await join('ada@example.com', true)
    const { id, visitor } = await join(camille)
    await join('marie-camille@example.com')
    for (const email of [camille, 'marie-camille@example.com']) {
      await visitor.callAuth('/sign-in/magic-link', { email })
      await visitor.callAuth('/request-password-reset', { email })
    }
    await saveKnownDevice(services.db, id, 'a device', now)
    expect(await changePerson(services.db, ada.id, id, 'deleted', now)).toBeUndefined()
    expect(await tablesWith(id)).toEqual(['audit_log'])
    expect(await tablesWith(camille, 'marie-camille@example.com')).toEqual([])
    // A person whose address only ends with this text keeps their links.
    expect(await tablesWith('marie-camille@example.com')).toContain('verifications')
    expect(await visitor.viewer()).toBeUndefined()
  })

  test('shows a deleted administrator without a name', async () => {
    const ada = await join('ada@example.com', true)
    const noor = await join('noor@example.com', true)
    const { id } = await join(camille)
    await changePerson(services.db, ada.id, id, 'disabled', now)
    await changePerson(services.db, noor.id, ada.id, 'deleted', now)
    expect((await listPersonAudit(services.db, id)).map(({ action, actor }) => [action, actor])).toEqual([['disabled', undefined]])
  })
})

/** Tables with a row that contains `text`, not counting occurrences inside `other`. */
async function tablesWith(text: string, other?: string): Promise<string[]> {
  const tables = await services.db.introspection.getTables()
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(services.db)
    if (rows.some(({ row }) => (other ? row.replaceAll(other, '') : row).includes(text))) found.push(name)
  }
  return found.toSorted()
}
