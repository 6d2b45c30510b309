import { describe, expect, test } from 'vitest'
import { findUserByEmail } from '#server/accounts/people.ts'
import { action as invite, loader as people } from '#web/admin/accounts/people.tsx'
import { action as change, loader as person } from '#web/admin/accounts/person.tsx'
import { ada, ask, noor, prepareAdmin, services } from '#web/admin/admin.test-setup.ts'

prepareAdmin()

describe('the list of users', () => {
  test.each([
    ['?search=NOOR', ['noor@example.com']],
    ['?search=%00noor', ['noor@example.com']],
    [`?search=${'x'.repeat(10_000)}`, []],
    ['?after=camille@example.com', ['noor@example.com']],
  ])('are found by %s', async (query, emails) => {
    const { data } = await ask(ada, people, `/admin/people${query}`)
    expect((data as { people: { email: string }[] }).people.map(({ email }) => email)).toEqual(emails)
  })
})

describe('inviting', () => {
  test('redirects to the invited user', async () => {
    const { status, location } = await ask(ada, invite, '/admin/people', { email: ' New@Example.com', administrator: 'on' })
    const made = await findUserByEmail(services.db, 'new@example.com')
    expect([status, location, made?.isAdministrator]).toEqual([302, `/admin/people/${made?.id}?done=invited`, true])
  })

  test.each([
    [{ email: 'Noor@example.com' }, 409, 'PERSON_EXISTS'],
    [{ email: 'nonsense' }, 400, 'EMAIL_INVALID'],
    [{ email: '' }, 400, 'EMAIL_INVALID'],
    [{ email: `${'x'.repeat(300)}@example.com` }, 400, 'FIELD_TOO_LONG'],
  ])('answers %j with %i', async (fields, status, problem) => {
    expect(await ask(ada, invite, '/admin/people', fields)).toEqual({ status, location: null, data: { email: fields.email, problem } })
  })
})

describe('a user', () => {
  test.each([['member'], ['administrator'], ['disabled'], ['enabled'], ['sessions-ended']])(
    'becomes %s, and the page says so',
    async (intent) => {
      const path = `/admin/people/${noor}`
      expect(await ask(ada, change, path, { intent })).toMatchObject({ status: 302, location: `${path}?done=${intent}` })
    },
  )

  test('is deleted, and the list reports it', async () => {
    expect(await ask(ada, change, `/admin/people/${noor}?delete`, { intent: 'deleted' })).toMatchObject({
      status: 302,
      location: '/admin/people?done=deleted',
    })
    expect(await ask(ada, person, `/admin/people/${noor}`)).toMatchObject({ status: 404 })
  })

  test('gets a link that only the response contains', async () => {
    const { status, data } = await ask(ada, change, `/admin/people/${noor}`, { intent: 'password-reset' })
    expect([status, data]).toEqual([
      200,
      {
        problem: undefined,
        kind: 'password-reset',
        link: expect.stringMatching(/^http:\/\/localhost:3000\/reset-password\?token=[\w-]{32}$/),
      },
    ])
  })

  test.each([
    [() => noor, { intent: 'invitation' }, 409, 'PERSON_HAS_JOINED'],
    [() => noor, { intent: 'invited' }, 400, 'FIELD_UNREADABLE'],
    [() => noor, {}, 400, 'FIELD_UNREADABLE'],
    [() => 'unknown', { intent: 'disabled' }, 404, 'UNKNOWN_PERSON'],
    [() => '%00', { intent: 'disabled' }, 404, 'UNKNOWN_PERSON'],
  ])('is not changed by %s with %j', async (id, fields: Record<string, string>, status, problem) => {
    expect(await ask(ada, change, `/admin/people/${id()}`, fields)).toMatchObject({ status, data: { problem } })
  })

  test('cannot be the administrator who makes the change', async () => {
    const { id } = (await findUserByEmail(services.db, 'ada@example.com')) ?? { id: '' }
    for (const intent of ['member', 'disabled', 'deleted', 'sessions-ended', 'sign-in'])
      expect(await ask(ada, change, `/admin/people/${id}`, { intent })).toMatchObject({ status: 403, data: { problem: 'NOT_YOURSELF' } })
  })
})
