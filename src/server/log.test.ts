import { PGlite } from '@electric-sql/pglite'
import { describe, expect, test } from 'vitest'
import { withLogContext, createLog, createReference } from '#server/log.ts'

/** The only line that a log of the level writes for a context, as text and as an object. */
function written(context: object, message = 'Something happened'): { text: string; line: Record<string, unknown> } {
  const lines: string[] = []
  createLog('info', { write: (line) => lines.push(line) }).error(context, message)
  expect(lines).toHaveLength(1)
  const [text = ''] = lines
  return { text, line: JSON.parse(text) as Record<string, unknown> }
}

describe('a line of the log', () => {
  test('is one object with level, time and message', () => {
    const { text, line } = written({ path: '/contact', status: 200 })
    expect(text.endsWith('}\n')).toBe(true)
    expect(line).toEqual({ level: 'error', time: expect.any(String), path: '/contact', status: 200, message: 'Something happened' })
    expect(new Date(String(line['time'])).getTime()).toBeGreaterThan(0)
  })

  test('is written from the configured level up', () => {
    const lines: string[] = []
    const destination = { write: (line: string) => lines.push(line) }
    createLog('warn', destination).info({}, 'left out')
    createLog('silent', destination).error({}, 'left out')
    createLog('debug', destination).debug({}, 'written')
    expect(lines).toHaveLength(1)
  })

  test('contains the values of its context', () => {
    const lines: string[] = []
    const log = withLogContext(createLog('info', { write: (line) => lines.push(line) }), { reference: '7KQ2-M9TX' })
    log.info({ status: 200 }, 'Answered')
    log.error(new Error('bare'), 'Failed')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { reference: '7KQ2-M9TX', status: 200 },
      { reference: '7KQ2-M9TX', error: { message: 'bare' } },
    ])
  })
})

describe('a logged error', () => {
  test('has name, message, code, constraint and frames, but not the statement and its parameters', () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
      code: '23505',
      constraint: 'users_email_key',
      detail: 'Key (email)=(camille@example.test) already exists.',
      query: 'insert into users (email) values ($1)',
      parameters: ['camille@example.test', 'hunter2'],
    })
    const { text, line } = written({ error })
    expect(line['error']).toEqual({
      name: 'Error',
      message: error.message,
      code: '23505',
      constraint: 'users_email_key',
      stack: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
    })
    expect(text).not.toMatch(/camille|hunter2|insert into/)
  })

  test('contains no parameter of the embedded database', async () => {
    const lite = await PGlite.create()
    const error = await lite.query('select $1::text from nowhere where secret = $1', ['hunter2']).catch((thrown: unknown) => thrown)
    await lite.close()
    const { text, line } = written({ error })
    expect(line['error']).toMatchObject({ message: 'relation "nowhere" does not exist', code: '42P01' })
    expect(text).not.toMatch(/hunter2|select/)
  })

  test('includes its causes without secrets', () => {
    const refused = new Error('connect to postgres://ada:hunter2@db:5432/praxam failed')
    const cause = Object.assign(new AggregateError([refused], 'all refused'), { params: ['hunter2'] })
    const { text, line } = written(new Error('no answer', { cause }))
    expect(line['error']).toMatchObject({
      message: 'no answer',
      cause: { message: 'all refused', errors: [{ message: 'connect to postgres://[hidden]@db:5432/praxam failed' }] },
    })
    expect(text).not.toContain('hunter2')
  })

  test('ends if an error is its own cause', () => {
    const error = new Error('round')
    error.cause = error
    expect(written({ error }).text.length).toBeLessThan(50_000)
  })
})

describe('a secret', () => {
  test.each([
    [
      'headers',
      new Headers({ Cookie: 'session=hunter2', Authorization: 'Bearer hunter2', 'X-Captcha-Token': 'hunter2', Accept: 'text/html' }),
    ],
    ['headers of Node', { cookie: 'session=hunter2', 'set-cookie': ['session=hunter2; Path=/'], 'proxy-authorization': 'Basic hunter2' }],
    [
      'a form',
      { email: 'x', password: 'hunter2', newPassword: 'hunter2', current_password: 'hunter2', code: 'hunter2', backupCodes: ['hunter2'] },
    ],
    ['an account', { accessToken: 'hunter2', refresh_token: 'hunter2', clientSecret: 'hunter2', totpSecret: 'hunter2' }],
    ['settings', { databaseUrl: 'hunter2', smtp: { url: 'smtps://ada:hunter2@mail.example' }, connectionString: 'hunter2' }],
    ['an address', { url: 'https://praxam.example/reset-password?token=hunter2&x=1', path: '/verify?hunter2' }],
    ['an address object', { url: new URL('https://praxam.example/reset-password?token=hunter2') }],
    ['a password with signs', { text: 'postgres://ada:p/w@rd?hunter2@db/praxam' }],
    ['words', { text: 'token=hunter2 password=hunter2; {"code":"hunter2"} Bearer hunter2hunter2hunter2' }],
    ['a list', { list: [{ secret: 'hunter2' }, ['https://x.example/?hunter2']] }],
    [
      'a client',
      {
        client: new (class Client {
          password = 'hunter2'
        })(),
      },
    ],
  ])('in %s is not written', (_, value) => {
    const { text } = written({ value })
    expect(text).not.toContain('hunter2')
    expect(text).toMatch(/\[hidden\]|reset-password"|\[Client\]|x\.example/)
  })

  test.each(['/results/0tQgy8hunter2hunter2hunter2hunter2/card.png', '/api/auth/reset-password/hunter2hunter2hunter2'])(
    'in the path %s is not written',
    (path) => {
      const { line } = written({ path, error: new Error(`GET https://praxam.example${path} failed`) })
      expect(JSON.stringify(line)).not.toContain('hunter2')
      expect(line['path']).toMatch(/^\/(?:results\/\[hidden\]\/card\.png|api\/auth\/reset-password\/\[hidden\])$/)
    },
  )

  const token = '0tQgy8_hunter2hunter2hunter2hunt'
  test.each([
    ['/results/%30tQgy8_hunter2hunter2hunter2hunt', '/results/[hidden]'],
    [`/results/${token.replaceAll(/./g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`, '/results/[hidden]'],
    ['/results/0tQgy8%5Fhunter2hunter2hunter2hunt/card.png', '/results/[hidden]/card.png'],
    ['/results/%250tQgy8%ZZ%C3_hunter2hunter2hunter2hunt', '/results/[hidden]'],
    [`/%72esults%2F${token}`, '/results/[hidden]'],
    [`/Results/${token}/card.png`, '/Results/[hidden]/card.png'],
    [`/results//./${token}`, '/results//./[hidden]'],
    [`/fr/results/${token}.data`, '/fr/results/[hidden]'],
    [`/results/${token}.js`, '/results/[hidden]'],
    [`/api/auth/reset-password/${token.slice(0, 24)}.js`, '/api/auth/reset-password/[hidden]'],
    [String.raw`{\/results\/${token}}`, String.raw`{\/results\/[hidden]`],
    [`/API/auth/RESET-password/${token}`, '/API/auth/RESET-password/[hidden]'],
  ])('in another spelling of a path is not written: %s', (path, expected) => {
    expect(written({ path }).line['path']).toBe(expected)
  })

  test.each(['/exam/caf%C3%A9/100%', '/results', '/results/help', 'at show (/app/src/web/results/result-by-skill-area.tsx:10:5)'])(
    'does not hide %s',
    (path) => {
      expect(written({ path }).line['path']).toBe(path)
    },
  )

  test('in the message is not written', () => {
    expect(written({}, 'Mail to smtp://ada:hunter2@mail.example failed').text).not.toContain('hunter2')
  })

  test('is removed without the text around it', () => {
    const value = { headers: new Headers({ Cookie: 'a', Accept: 'text/html' }), path: '/reset?x', mode: 'code review', count: 3n, no: null }
    expect(written({ value }).line['value']).toEqual({
      headers: { accept: 'text/html', cookie: '[hidden]' },
      path: '/reset',
      mode: 'code review',
      count: '3',
      no: null,
    })
  })
})

test('a reference has eight unambiguous characters', () => {
  const references = Array.from({ length: 1000 }, createReference)
  expect(new Set(references).size).toBe(1000)
  for (const reference of references) expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
})
