import { describe, expect, test } from 'vitest'
import { pathOnThisSite, readFields, signInProblem } from '#web/accounts/account-form.ts'

describe('the sign-in checks', () => {
  test.each([
    ['', '', 'FIELDS_BLANK'],
    ['camille@example.com', '  ', 'FIELDS_BLANK'],
    ['camille', 'secret', 'EMAIL_INVALID'],
    ['camille@example', 'secret', 'EMAIL_INVALID'],
    ['camille@example.com', 'short', 'SIGN_IN_PASSWORD_SHORT'],
    ['camille@example.com', 'secret', undefined],
  ])('of %j and %j result in %s', (email, password, problem) => {
    expect(signInProblem(email, password)).toBe(problem)
  })
})

describe('a redirect after signing in', () => {
  test.each([
    ['/exam/mb-800?set=all#5', '/exam/mb-800?set=all#5'],
    ['/', '/'],
    [null, '/profile'],
    ['', '/profile'],
    ['https://elsewhere.example/', '/profile'],
    ['//elsewhere.example/', '/profile'],
    ['/\\elsewhere.example', '/profile'],
    ['/\t/elsewhere.example', '/profile'],
    ['/.//elsewhere.example', '/profile'],
    ['javascript:alert(1)', '/profile'],
    ['profile', '/profile'],
  ])('to %j goes to %s', (target, path) => {
    expect(pathOnThisSite(target)).toBe(path)
  })
})

describe('reading a form', () => {
  const send = (body: BodyInit, headers: Record<string, string> = {}) =>
    readFields(new Request('http://localhost/login', { method: 'POST', body, headers }), ['email', 'password'])

  test('removes spaces around the address but not those of the password', async () => {
    expect(await send(new URLSearchParams({ email: ' camille@example.com ', password: ' two words ' }))).toEqual({
      values: { email: 'camille@example.com', password: ' two words ' },
      problem: undefined,
    })
  })

  test('reads a missing field as blank', async () => {
    expect(await send(new URLSearchParams())).toEqual({ values: { email: '', password: '' }, problem: undefined })
  })

  test.each([
    ['a repeated field', new URLSearchParams('email=a&email=b'), {}, 'FIELD_TWICE'],
    ['an address that is too long', new URLSearchParams({ email: 'x'.repeat(255) }), {}, 'FIELD_TOO_LONG'],
    ['a password that is too long', new URLSearchParams({ password: 'x'.repeat(1025) }), {}, 'FIELD_TOO_LONG'],
    ['bytes that are not UTF-8', 'email=%FF%FE', { 'content-type': 'application/x-www-form-urlencoded' }, 'FIELD_UNREADABLE'],
    ['a zero byte', 'email=a%00b', { 'content-type': 'application/x-www-form-urlencoded' }, 'FIELD_UNREADABLE'],
    ['JSON', '{"email":"a"}', { 'content-type': 'application/json' }, 'FIELD_UNREADABLE'],
    ['an invalid multipart body', 'nothing', { 'content-type': 'multipart/form-data; boundary=x' }, 'FIELD_UNREADABLE'],
  ] as const)('reports %s', async (_, body, headers, problem) => {
    expect((await send(body, headers)).problem).toBe(problem)
  })

  test('accepts a long redirect target, which the user cannot shorten', async () => {
    const to = `/exam/mb-800?note=${'x'.repeat(1025)}`
    const request = new Request('http://localhost/login', { method: 'POST', body: new URLSearchParams({ to }) })
    expect(await readFields(request, ['to'])).toEqual({ values: { to }, problem: undefined })
  })

  test('does not accept a file as text', async () => {
    const form = new FormData()
    form.set('email', new File(['x'], 'x.txt'))
    expect((await readFields(new Request('http://localhost/', { method: 'POST', body: form }), ['email'])).problem).toBe('FIELD_UNREADABLE')
  })
})
