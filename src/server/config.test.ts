import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigProblem, readConfig } from '#server/config.ts'

describe('the settings', () => {
  test('need nothing to be set', () => {
    expect(readConfig({})).toEqual({ port: 3000, dataDir: resolve('data'), databaseUrl: undefined, publicOrigin: undefined })
  })

  test('are read from the environment, empty ones left out', () => {
    expect(
      readConfig({
        PORT: '8080',
        DATA_DIR: '/srv/praxam',
        DATABASE_URL: 'postgres://u:p@db/praxam',
        PUBLIC_ORIGIN: 'https://praxam.example/',
      }),
    ).toEqual({
      port: 8080,
      dataDir: '/srv/praxam',
      databaseUrl: 'postgres://u:p@db/praxam',
      publicOrigin: 'https://praxam.example',
    })
    expect(readConfig({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  test('do not repeat a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://praxam:topsecret@db/praxam' })).not.toThrow(/topsecret/)
  })

  test.each([
    ['PORT', 'three thousand'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '0'],
    ['DATABASE_URL', 'mysql://localhost/praxam'],
    ['DATABASE_URL', 'localhost'],
    ['PUBLIC_ORIGIN', 'praxam.example'],
    ['PUBLIC_ORIGIN', 'https://praxam.example/site'],
    ['PUBLIC_ORIGIN', 'ftp://praxam.example'],
  ])('refuse %s=%s with one sentence that names it', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigProblem)
    expect(read).toThrow(new RegExp(`^${name} has to .*\\.$`))
  })
})
