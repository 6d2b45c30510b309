import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { ConfigProblem } from '#server/config.ts'
import { openSecrets } from '#server/platform/secrets.ts'

const twin = JSON.stringify({ version: 1, value: 'x'.repeat(40) })

describe('the secrets', () => {
  let dataDir = ''
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'praxam-secrets-'))
  })
  const unneeded = async () => false
  const path = () => join(dataDir, 'secrets.json')

  test('are created at the first start, private to their owner, and stay the same', async () => {
    const made = await openSecrets({ dataDir, secrets: undefined }, unneeded)
    expect(made).toEqual([{ version: 1, value: expect.stringMatching(/^[\w+/]{43}=$/) as string }])
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    expect(await openSecrets({ dataDir, secrets: undefined }, unneeded)).toEqual(made)
  })

  test('become private again if others could read them', async () => {
    await openSecrets({ dataDir, secrets: undefined }, unneeded)
    chmodSync(path(), 0o644)
    await openSecrets({ dataDir, secrets: undefined }, unneeded)
    expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  test('must not be missing if accounts need them', async () => {
    await expect(openSecrets({ dataDir, secrets: undefined }, async () => true)).rejects.toThrow(/secrets\.json is missing/)
    expect(() => statSync(path())).toThrow(/ENOENT/)
  })

  test('are the same for two concurrent first starts', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => openSecrets({ dataDir, secrets: undefined }, unneeded)))
    expect(one).toEqual(other)
  })

  test('from the environment take precedence and write no file', async () => {
    const secrets = [{ version: 7, value: 'x'.repeat(40) }]
    expect(await openSecrets({ dataDir, secrets }, unneeded)).toEqual(secrets)
    expect(() => statSync(path())).toThrow(/ENOENT/)
  })

  test.each(['', '{', '{"auth":[]}', '{"auth":[{"version":1,"value":"short"}]}', `{"auth":[${twin},${twin}]}`])(
    'are never replaced when damaged: %j',
    async (text) => {
      writeFileSync(path(), text)
      await expect(openSecrets({ dataDir, secrets: undefined }, unneeded)).rejects.toThrow(ConfigProblem)
      expect(readFileSync(path(), 'utf8')).toBe(text)
    },
  )
})
