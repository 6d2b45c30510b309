import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMyData } from '#server/accounts/my-data.ts'
import { changePerson, makeAdministrator } from '#server/accounts/people.ts'
import { keepAudit } from '#server/audit.ts'
import { keepMessage } from '#server/contact.ts'
import { openTestServices } from '#tests/services.ts'
import type { TestServices } from '#tests/services.ts'
import { goodPassword, openVisitor, signUp } from '#tests/visitor.ts'

const now = new Date('2026-11-21T12:00:00Z')
let services: TestServices
let camilleId = ''
let adaId = ''

beforeAll(async () => {
  services = await openTestServices()
  const camille = openVisitor(services)
  const ada = openVisitor(services)
  await signUp(camille, 'camille@example.com')
  await signUp(ada, 'ada@example.com')
  camilleId = (await camille.viewer())?.id ?? ''
  adaId = (await ada.viewer())?.id ?? ''
  await makeAdministrator(services.db, 'ada@example.com')
  await changePerson(services.db, adaId, camilleId, 'administrator', now)
  await camille.ask('/two-factor/enable', { password: goodPassword })
  const message = { address: 'camille@example.com', text: 'A key is wrong.', questionId: null }
  await keepMessage(services, message, camilleId, now)
  await keepMessage(services, { ...message, address: 'ada@example.com' }, adaId, now)
  await keepMessage(services, message, undefined, now)
  await services.db
    .insertInto('identities')
    .values({
      id: 'identity',
      account_id: 'camille-at-contoso',
      provider_id: 'contoso',
      user_id: camilleId,
      scope: null,
      password: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
})
afterAll(() => services.close())

describe('my data', () => {
  test('says of the account what we hold', async () => {
    expect(await readMyData(services.db, camilleId, now)).toMatchObject({
      format: 'praxam-my-data',
      version: 1,
      madeAt: now,
      account: { id: camilleId, email: 'camille@example.com', isConfirmed: false, isAdministrator: true, disabledAt: null },
      settings: { emailNotifications: false, studyReminders: false },
      signIn: {
        hasPassword: true,
        hasSecondFactor: false,
        identities: [{ provider: 'contoso', accountThere: 'camille-at-contoso', since: now }],
        passkeys: [],
      },
      sessions: [{ device: 'Firefox on Linux', network: '203.0.113.0/24' }],
      knownDevices: [{ lastSignInAt: expect.any(Date) }],
      messages: [{ at: now, address: 'camille@example.com', text: 'A key is wrong.', question: null }],
      auditLog: [{ action: 'administrator', by: 'administrator', on: 'you' }],
    })
  })

  test('tells of what one did to others without naming them', async () => {
    await keepAudit(services.db, adaId, 'bank-imported', '')
    const { auditLog } = await readMyData(services.db, adaId, now)
    expect(auditLog.map(({ action, by, on }) => [action, by, on])).toEqual([
      ['administrator', 'operator', 'you'],
      ['administrator', 'you', 'somebody else'],
      ['bank-imported', 'you', 'content'],
    ])
    expect(JSON.stringify(auditLog)).not.toContain(camilleId)
  })

  test('holds no secret', async () => {
    const text = JSON.stringify(await readMyData(services.db, camilleId, now))
    const { token } = await services.db.selectFrom('sessions').select('token').where('user_id', '=', camilleId).executeTakeFirstOrThrow()
    const factor = await services.db.selectFrom('second_factors').selectAll().executeTakeFirstOrThrow()
    const device = await services.db.selectFrom('known_devices').selectAll().where('user_id', '=', camilleId).executeTakeFirstOrThrow()
    for (const secret of [token, factor.secret, factor.backup_codes, device.token_hash, '$argon2']) expect(text).not.toContain(secret)
  })

  test('has every field in its description', async () => {
    const description = await readFile(join(import.meta.dirname, '../../../docs/my-data.md'), 'utf8')
    const fields = new Set<string>()
    JSON.stringify(await readMyData(services.db, camilleId, now), (key, value: unknown) => {
      if (key && !/^\d+$/.test(key)) fields.add(key)
      return value
    })
    expect([...fields].filter((field) => !description.includes(`\`${field}\``))).toEqual([])
  })

  test('is asked for a person who is there', async () => {
    await expect(readMyData(services.db, 'nobody', now)).rejects.toThrow()
  })
})
