import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ConfigProblem } from '#server/config.ts'
import { checkSecrets, hasSecretFingerprint } from '#server/platform/secret-fingerprint.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

const [first, second, third] = ['a', 'b', 'c'].map((letter, version) => ({ version, value: letter.repeat(40) }))
if (!first || !second || !third) throw new Error('Three secrets are needed')

describe('the secrets of a database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())
  beforeEach(() => database.db.deleteFrom('secret_fingerprints').execute())

  const check = (secrets: (typeof first)[], acceptsNewSecrets = false) =>
    checkSecrets(database.db, secrets, { dataDir: '/srv/data', secrets: undefined, acceptsNewSecrets })

  test('are those of the first start', async () => {
    expect(await hasSecretFingerprint(database.db)).toBe(false)
    await check([first])
    expect(await hasSecretFingerprint(database.db)).toBe(true)
    await check([first])
    await expect(check([second])).rejects.toThrow(ConfigProblem)
    await expect(check([second])).rejects.toThrow(
      'The secrets in /srv/data/secrets.json differ from the secrets that this database was used with;',
    )
    await check([first])
  })

  test('can be rotated, after which the earlier secret alone is refused', async () => {
    await check([first])
    await check([second, first])
    await check([second])
    await expect(check([first])).rejects.toThrow(ConfigProblem)
    await expect(check([third, first])).rejects.toThrow(ConfigProblem)
  })

  test('can be replaced if they are lost', async () => {
    await check([first])
    await check([second], true)
    await check([second])
    await expect(check([first])).rejects.toThrow(ConfigProblem)
  })

  test('of two processes that start at the same time are those of one of them', async () => {
    const outcomes = await Promise.allSettled([check([first]), check([second])])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('cannot be read from the database', async () => {
    await check([first])
    expect(JSON.stringify(await database.db.selectFrom('secret_fingerprints').selectAll().execute())).not.toContain(first.value)
  })
})
