import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigProblem, listWarnings, readConfig } from '#server/config.ts'

describe('the settings', () => {
  test('have defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: undefined,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      publicOrigin: undefined,
      smtp: undefined,
      contactAddress: 'operator@localhost',
      secondFactorForAdministrators: false,
      confirmedAddressToSignIn: false,
      secrets: undefined,
      captcha: undefined,
      s3: undefined,
      logLevel: 'info',
    })
  })

  test('are read from the environment, without empty ones', () => {
    expect(
      readConfig({
        PORT: '8080',
        DATA_DIR: '/srv/praxam',
        DATABASE_URL: 'postgres://u:p@db/praxam',
        PUBLIC_ORIGIN: 'https://praxam.example/',
      }),
    ).toMatchObject({
      port: 8080,
      dataDir: '/srv/praxam',
      databaseUrl: 'postgres://u:p@db/praxam',
      publicOrigin: 'https://praxam.example',
    })
    expect(readConfig({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  test('name the address to listen on', () => {
    expect(['0.0.0.0', '::1', 'praxam.internal'].map((HOST) => readConfig({ HOST }).host)).toEqual(['0.0.0.0', '::1', 'praxam.internal'])
  })

  test('turn on the metrics by a port or a token', () => {
    const METRICS_TOKEN = 'token-of-the-tests'
    expect(readConfig({}).metrics).toBeUndefined()
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1', token: undefined })
    expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }).metrics?.host).toBe('10.0.0.5')
    expect(readConfig({ METRICS_TOKEN }).metrics).toEqual({ port: undefined, host: '127.0.0.1', token: METRICS_TOKEN })
    expect(() => readConfig({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT must differ from PORT.')
    expect(() => readConfig({ METRICS_HOST: '0.0.0.0' })).toThrow('METRICS_PORT must be set together with METRICS_HOST.')
    expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must have at least 16 characters.')
  })

  test('let shared caches store public pages', () => {
    expect(readConfig({}).edge).toBeUndefined()
    expect(readConfig({ EDGE_CACHE_SECONDS: '60' }).edge).toEqual({ cacheSeconds: 60, purge: undefined })
    const purge = { EDGE_PURGE_URL: 'https://edge.example/purge', EDGE_PURGE_TOKEN: 'secret' }
    expect(readConfig({ EDGE_CACHE_SECONDS: '60', ...purge }).edge?.purge).toEqual({ url: 'https://edge.example/purge', token: 'secret' })
    expect(() => readConfig(purge)).toThrow('EDGE_CACHE_SECONDS must be set together with EDGE_PURGE_URL.')
    expect(() => readConfig({ EDGE_PURGE_TOKEN: 'secret' })).toThrow('EDGE_PURGE_URL must be set together with EDGE_PURGE_TOKEN.')
  })

  test('delay a stop', () => {
    expect(readConfig({}).stopDelayMs).toBe(0)
    expect(readConfig({ STOP_DELAY_SECONDS: '15' }).stopDelayMs).toBe(15_000)
    expect(() => readConfig({ STOP_DELAY_SECONDS: '301' })).toThrow('STOP_DELAY_SECONDS must be an integer from 0 to 300; it is "301".')
  })

  test.each(['postgres://u:a,b@db/praxam', 'postgres:///praxam?host=/var/run/postgresql', 'postgres://db/praxam?target_session_attrs=any'])(
    'accept the address of one server: %s',
    (DATABASE_URL) => {
      expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
    },
  )

  test('cause no warning for one process with PostgreSQL', () => {
    expect(listWarnings(readConfig({ DATABASE_URL: 'postgres://db/praxam' }))).toEqual([])
    expect(listWarnings(readConfig({}))).toEqual([])
  })

  test('are stricter if the site is public and mail can be sent', () => {
    const given = { PUBLIC_ORIGIN: 'https://praxam.example', SMTP_URL: 'smtp://mail:25', MAIL_FROM: 'praxam@praxam.example' }
    expect(readConfig(given)).toMatchObject({ secondFactorForAdministrators: true, confirmedAddressToSignIn: true })
    const refused = { SECOND_FACTOR_FOR_ADMINISTRATORS: 'no', CONFIRMED_ADDRESS_TO_SIGN_IN: 'no' }
    expect(readConfig({ ...given, ...refused })).toMatchObject({ secondFactorForAdministrators: false, confirmedAddressToSignIn: false })
  })

  test('send messages of the contact form to the sender of the mail, unless another address is set', () => {
    const given = { SMTP_URL: 'smtp://mail:25', MAIL_FROM: 'praxam@praxam.example' }
    expect(readConfig(given).contactAddress).toBe('praxam@praxam.example')
    expect(readConfig({ ...given, CONTACT_ADDRESS: 'ada@praxam.example' }).contactAddress).toBe('ada@praxam.example')
    expect(() => readConfig({ CONTACT_ADDRESS: 'a@praxam.example, b@praxam.example' })).toThrow(
      /^CONTACT_ADDRESS must be a single email address/,
    )
  })

  test('trust a proxy on this machine only with a public origin', () => {
    expect(readConfig({}).trustedProxies.check('127.0.0.1')).toBe(false)
    expect(readConfig({ PUBLIC_ORIGIN: 'https://praxam.example' }).trustedProxies.check('127.0.0.1')).toBe(true)
    const networks = readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1' }).trustedProxies
    expect([networks.check('10.9.8.7'), networks.check('127.0.0.1'), networks.check('2001:db8::1', 'ipv6')]).toEqual([true, false, true])
  })

  test('accept secrets, the current one first', () => {
    const [current, earlier] = ['c'.repeat(32), 'e'.repeat(40)]
    expect(readConfig({ AUTH_SECRETS: `2:${current}, 1:${earlier}` }).secrets).toEqual([
      { version: 2, value: current },
      { version: 1, value: earlier },
    ])
    expect(() => readConfig({ AUTH_SECRETS: '1:topsecret' })).toThrow(/^AUTH_SECRETS must be a list/)
    expect(() => readConfig({ AUTH_SECRETS: '1:topsecret' })).not.toThrow(/topsecret/)
  })

  test('accept an image store only with all its settings', () => {
    const given = {
      S3_ENDPOINT: 'https://s3.example/storage/',
      S3_REGION: 'eu-west-3',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'topsecret',
    }
    const read = { endpoint: 'https://s3.example/storage', region: 'eu-west-3', accessKeyId: 'id', secretAccessKey: 'topsecret' }
    expect(readConfig(given).s3).toEqual({ ...read, bucket: 'questions' })
    expect(readConfig({ ...given, S3_BUCKET: 'praxam.images' }).s3).toEqual({ ...read, bucket: 'praxam.images' })
    for (const name of Object.keys(given))
      expect(() => readConfig({ ...given, [name]: '' })).toThrow(/^S3_ENDPOINT, .* must be set together/)
    expect(() => readConfig({ S3_BUCKET: 'questions' })).toThrow(ConfigProblem)
  })

  test.each([
    [{ SMTP_URL: 'smtp://mail:25' }, /^MAIL_FROM/],
    [{ CAPTCHA_PROVIDER: 'hcaptcha', CAPTCHA_SITE_KEY: 'site' }, /CAPTCHA_SECRET_KEY/],
  ])('say what is missing beside %o', (given, sentence) => {
    expect(() => readConfig(given)).toThrow(sentence)
  })

  test('do not repeat a password', () => {
    expect(() => readConfig({ S3_ENDPOINT: 'https://id:topsecret@s3.example' })).not.toThrow(/topsecret/)
    expect(() => readConfig({ DATABASE_URL: 'mysql://praxam:topsecret@db/praxam' })).not.toThrow(/topsecret/)
  })

  test.each([
    ['PORT', 'three thousand'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '0'],
    ['DATABASE_URL', 'mysql://localhost/praxam'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgres://u:p@a:5432,b:5432/praxam'],
    ['DATABASE_URL', 'postgres://u:p@a,b/praxam'],
    ['DATABASE_URL', 'postgres:///praxam?host=a,b'],
    ['DATABASE_URL', 'postgres://u:p@a/praxam?target_session_attrs=read-write'],
    ['HOST', 'http://0.0.0.0'],
    ['ACCEPT_NEW_SECRETS', 'maybe'],
    ['PUBLIC_ORIGIN', 'praxam.example'],
    ['PUBLIC_ORIGIN', 'https://praxam.example/site'],
    ['PUBLIC_ORIGIN', 'ftp://praxam.example'],
    ['PUBLIC_ORIGIN', 'https://*.example'],
    ['SMTP_URL', 'mail.praxam.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'the proxy'],
    ['SECOND_FACTOR_FOR_ADMINISTRATORS', 'maybe'],
    ['CAPTCHA_PROVIDER', 'mine'],
    ['S3_ENDPOINT', 's3.example'],
    ['S3_ENDPOINT', 'https://s3.example?x'],
    ['S3_REGION', 'eu west'],
    ['S3_BUCKET', '../elsewhere'],
    ['LOG_LEVEL', 'loud'],
  ])('refuse %s=%s with one sentence that names it', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigProblem)
    expect(read).toThrow(new RegExp(`^${name} must .*\\.$`))
  })
})
