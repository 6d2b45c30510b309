import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { serve } from '#tests/http-server.ts'

describe('the guard', () => {
  test.each([
    ['an unknown method', '/', { method: 'TRACE' }, 405],
    [
      'a form of more than 32 KB',
      '/login',
      {
        method: 'POST',
        headers: {
          'Sec-Fetch-Site': 'same-origin',
          'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
          'Content-Length': '40000',
        },
      },
      413,
    ],
    ['an invalid percent-encoding', '/exam/%E0%A4%A', {}, 400],
    ['an invalid percent-encoding in a query', '/?family=%zz', {}, 400],
    ['an invalid percent-encoding after a second question mark', '/?a=b?%zz', {}, 400],
    ['a null byte', '/api/questions?exam_id=%00', {}, 400],
    ['an address of another site', '//elsewhere.example/', {}, 400],
    ['a very long address', `/${'a'.repeat(5000)}`, {}, 414],
    ['an unknown host', '/', { headers: { Host: 'elsewhere.example' } }, 421],
    ['an oversized body', '/', { method: 'POST', headers: { 'Content-Length': '99999999', 'Sec-Fetch-Site': 'same-origin' } }, 413],
    ['a body of a request that only reads', '/assets/a.js', { headers: { 'Content-Length': '1' }, isCutShort: true }, 400],
    [
      'a body of unknown length',
      '/',
      { method: 'POST', headers: { 'Transfer-Encoding': 'chunked', 'Sec-Fetch-Site': 'same-origin' } },
      411,
    ],
  ])('refuses %s with a short text and does not call the application', async (_, path, init, status) => {
    const { ask, asked } = await serve()
    const answer = await ask(path, init)
    expect(answer.status).toBe(status)
    expect(answer.body.toString()).toMatch(/^.{10,90}\.\n$/)
    expect(asked).toEqual([])
  })

  test.each([
    ['/api/questions/import?dry_run=true', 48_000_000, 200],
    ['/api/questions/import', 49_000_000, 413],
    ['/api/images', 5 * 1024 * 1024, 200],
    ['/api/images', 6_000_000, 413],
    ['/api/images/', 2_000_000, 413],
    ['/api/questions', 2_000_000, 413],
    ['/api/reports', 20_000, 200],
    ['/api/reports', 1_000_000, 413],
  ])('accepts files only at upload addresses: %s, %i bytes', async (path, bytes, status) => {
    const { ask, asked } = await serve()
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Length': String(bytes) }
    expect((await ask(path, { method: 'POST', headers, isCutShort: true })).status).toBe(status)
    expect(asked).toHaveLength(status === 200 ? 1 : 0)
  })

  test.each([
    [32 * 1024, 200],
    [32 * 1024 + 1, 413],
  ])('accepts forms of up to 32 KB: %i bytes', async (bytes, status) => {
    const { ask } = await serve()
    const headers = {
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(bytes),
    }
    expect((await ask('/contact', { method: 'POST', headers, isCutShort: true })).status).toBe(status)
  })

  test.each([
    [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, 200],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'http://127.0.0.1:1' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ 'Sec-Fetch-Site': 'none' }, 403],
    [{ Origin: 'https://elsewhere.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{}, 403],
  ])('accepts a request that could change data only from our own pages: %j', async (headers, status) => {
    const { ask } = await serve()
    expect((await ask('/contact?question=1', { method: 'POST', headers })).status).toBe(status)
  })

  test.each([
    ['POST', '/unsubscribe?token=x', {}, 200],
    ['POST', '/unsubscribe?token=x', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['POST', '/unsubscribe?token=x', { 'Sec-Fetch-Site': 'none' }, 403],
    ['POST', '/unsubscribe?token=x', { Origin: 'https://elsewhere.example' }, 403],
    ['POST', '/unsubscribe?token=x', { Origin: 'null' }, 403],
    ['PUT', '/unsubscribe?token=x', {}, 403],
    ['DELETE', '/unsubscribe?token=x', {}, 403],
    ['POST', '/unsubscribe/', {}, 403],
    ['POST', '/unsubscribe.data?token=x', {}, 403],
    ['POST', '/Unsubscribe?token=x', {}, 403],
    ['POST', '/profile?/unsubscribe', {}, 403],
    ['POST', '/%75nsubscribe?token=x', {}, 403],
  ])('lets mail programs, but no page of another site, unsubscribe: %s %s with %j', async (method, path, headers, status) => {
    const { ask } = await serve()
    expect((await ask(path, { method, headers })).status).toBe(status)
  })

  test('checks the Origin header of older browsers', async () => {
    const { ask, port } = await serve()
    const post = (origin: string) => ask('/contact?question=1', { method: 'POST', headers: { Origin: origin } })
    expect((await post(`http://localhost:${port}`)).status).toBe(200)
    expect((await post('http://localhost:1')).status).toBe(403)
  })

  test.each([
    ['praxam.example', 'https://praxam.example', 200],
    ['praxam.example', 'http://praxam.example', 403],
    ['praxam.example', 'https://praxam.example:8443', 403],
    ['localhost', 'http://localhost', 200],
    ['localhost', 'https://localhost', 403],
  ])('compares the scheme of the Origin header: a post to %s from %s', async (host, origin, status) => {
    const { ask, port } = await serve({ publicOrigin: 'https://praxam.example' })
    const ofPort = (name: string) => (name.endsWith('localhost') ? `${name}:${port}` : name)
    const headers = { Host: ofPort(host), Origin: ofPort(origin) }
    expect((await ask('/contact?question=1', { method: 'POST', headers })).status).toBe(status)
  })

  test('refuses two Host headers, even equal ones', async () => {
    const { asked, port } = await serve()
    const answer = await sendRaw(port, `GET / HTTP/1.1\r\nHost: localhost:${port}\r\nhost: localhost:${port}\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*more than one Host header/)
    expect(asked).toEqual([])
  })

  test('accepts the public host behind a proxy', async () => {
    const { ask } = await serve({ publicOrigin: 'https://praxam.example' })
    const answer = await ask('/', { headers: { Host: 'praxam.example' } })
    expect(answer.status).toBe(200)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test('survives data that is not HTTP', async () => {
    const { ask, port } = await serve()
    await sendRaw(port, 'nonsense\r\n\r\n')
    expect((await ask('/')).status).toBe(200)
  })
})

/** Sends text over a connection and returns what the server sent before it closed the connection. */
function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket
      .on('data', (chunk: Buffer) => (answer += chunk.toString()))
      .on('close', () => resolve(answer))
      .on('error', () => resolve(answer))
  })
}
