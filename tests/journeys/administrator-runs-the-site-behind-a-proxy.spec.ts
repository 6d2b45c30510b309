import { once } from 'node:events'
import { createServer, request as ask, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, makeAdministrator, newAddress, password, test } from '#tests/journeys/accounts.ts'
import { startOwnServer, type OwnServer } from '#tests/journeys/server.ts'

const publicOrigin = 'https://praxam.test'

let server: OwnServer | undefined
let proxy: Server | undefined

test.afterEach(async () => {
  proxy?.closeAllConnections()
  proxy?.close()
  await server?.kill()
})

/** A proxy that terminates TLS: it sets the host and adds the client address. */
async function startProxy(target: string): Promise<string> {
  const { hostname, port } = new URL(target)
  proxy = createServer((message, response) => {
    const { 'x-client': client = '', 'x-forwarded-for': before, ...others } = message.headers
    const headers = { ...others, host: 'praxam.test', 'x-forwarded-for': [before, client].filter(Boolean).join(', ') }
    const forwarded = ask({ hostname, port, path: message.url, method: message.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    message.pipe(forwarded)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

type Visitor = {
  cookies: Map<string, string>
  setCookies: string[]
  /** Sends a request: a POST if there is a form, otherwise a GET. Redirects are not followed. */
  ask: (path: string, form?: Record<string, string>) => Promise<Response>
}

/** A browser behind this address. `forwarded` is the header that the browser itself sends. */
function openVisitor(address: string, client: string, forwarded?: string): Visitor {
  const cookies = new Map<string, string>()
  const setCookies: string[] = []
  return {
    cookies,
    setCookies,
    ask: async (path, form) => {
      const response = await fetch(address + path, {
        redirect: 'manual',
        headers: {
          origin: publicOrigin,
          'x-client': client,
          ...(forwarded && { 'x-forwarded-for': forwarded }),
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      })
      for (const cookie of response.headers.getSetCookie()) {
        setCookies.push(cookie)
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    },
  }
}

async function networkOf(visitor: Visitor): Promise<string | undefined> {
  const data = (await (await visitor.ask('/profile/my-data.json')).json()) as { sessions: { network: string }[] }
  return data.sessions[0]?.network
}

/** Guesses codes; returns the statuses of the responses. */
async function guess(visitor: Visitor, times: number): Promise<number[]> {
  const answers = Array.from({ length: times }, () => visitor.ask('/api/auth/two-factor/verify-totp', {}))
  return (await Promise.all(answers)).map(({ status }) => status)
}

test.describe('Behind a proxy that terminates TLS', () => {
  test.describe.configure({ timeout: 120_000 })

  test('cookies are limited to this host, and administrators need a second factor', async () => {
    server = await startOwnServer(() => Promise.resolve({ PUBLIC_ORIGIN: publicOrigin }))
    const address = await startProxy(server.origin.replace('localhost', '127.0.0.1'))
    const email = newAddress('ada')
    const ada = openVisitor(address, '198.51.100.7', '203.0.113.9')
    const signedUp = await ada.ask('/signup', { email, password })
    expect([signedUp.status, signedUp.headers.get('location')]).toEqual([302, '/profile'])
    expect(signedUp.headers.get('strict-transport-security')).toContain('max-age=')
    expect(ada.setCookies.length).toBeGreaterThan(0)
    for (const cookie of ada.setCookies) {
      expect(cookie).toMatch(/^__Host-praxam\./)
      for (const attribute of ['; Path=/', '; HttpOnly', '; Secure', '; SameSite=Lax']) expect(`${cookie};`).toContain(`${attribute};`)
      expect(cookie).not.toMatch(/; Domain=/i)
    }
    // The client's own header value comes before the address that the proxy saw.
    expect(await networkOf(ada)).toBe('198.51.100.0/24')

    expect((await ada.ask('/admin')).headers.get('location')).toBe('/')
    await makeAdministrator(server.dataDir, email)
    for (const path of ['/admin', '/admin/people']) {
      expect((await ada.ask(path)).headers.get('location')).toBe('/profile/second-factor?to=%2Fadmin')
    }
    expect((await ada.ask('/profile/second-factor?to=%2Fadmin')).status).toBe(200)

    const signedOut = await ada.ask('/sign-out', {})
    expect(signedOut.headers.get('location')).toBe('/')
    expect([...ada.cookies.keys()]).toEqual(['__Host-praxam.device'])

    // One address uses up its attempts, whatever header it sends. Another address has its own limit.
    const guesser = openVisitor(address, '198.51.100.8', '192.0.2.1')
    expect(await guess(guesser, 30)).not.toContain(429)
    expect(await guess(guesser, 1)).toEqual([429])
    expect(await guess(openVisitor(address, '198.51.100.8', '192.0.2.2'), 1)).toEqual([429])
    expect(await guess(openVisitor(address, '198.51.100.9'), 1)).not.toContain(429)
    expect(server.output()).toContain('"path":"/signup"')
    for (const secret of [email, password, '198.51.100.7', '198.51.100.8', '198.51.100.9'])
      expect(server.output(), 'the log').not.toContain(secret)
  })

  test('the headers of an untrusted proxy are ignored', async () => {
    server = await startOwnServer(() => Promise.resolve({ PUBLIC_ORIGIN: publicOrigin, TRUSTED_PROXIES: '10.0.0.0/8' }))
    const address = await startProxy(server.origin.replace('localhost', '127.0.0.1'))
    const visitor = openVisitor(address, '198.51.100.7')
    await visitor.ask('/signup', { email: newAddress(), password })
    expect(await networkOf(visitor)).toBe('127.0.0.0/24')
    expect(await guess(openVisitor(address, '198.51.100.8'), 30)).not.toContain(429)
    expect(await guess(openVisitor(address, '198.51.100.9'), 1)).toEqual([429])
  })

  test('the server listens only on the address in HOST', async () => {
    server = await startOwnServer(() => Promise.resolve({ PUBLIC_ORIGIN: publicOrigin, HOST: '127.0.0.1' }))
    const { port } = new URL(server.origin)
    await expect(fetch(`http://127.0.0.2:${port}/health/live`)).rejects.toThrow('fetch failed')
  })
})
