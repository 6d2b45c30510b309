import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAuth } from '#server/accounts/call-auth.ts'
import { readViewer } from '#server/accounts/viewer.ts'
import { action, loader } from '#web/accounts/verify-email.tsx'
import { logContext, servicesContext, viewerContext } from '#web/context.ts'
import { openTestServices, servicesOn, silentLog, type TestServices } from '#tests/services.ts'
import { camille, goodPassword, openVisitor, tokenOf } from '#tests/visitor.ts'

/** Accepts each captcha response once, as the providers do. */
function startCaptchaProvider(): Promise<Server> {
  const used = new Set<string>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const given = /good-\d/.exec(body)?.[0]
      response.end(JSON.stringify({ success: given !== undefined && !used.has(given) }))
      if (given) used.add(given)
    })
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

let base: TestServices
let services: TestServices
let provider: Server
beforeAll(async () => {
  provider = await startCaptchaProvider()
  base = await openTestServices()
  services = await servicesOn(base, {
    confirmedAddressToSignIn: true,
    captcha: {
      provider: 'hcaptcha',
      siteKey: 'site',
      secretKey: 'secret',
      verifyUrl: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`,
    },
  })
})
afterAll(async () => {
  await base.close()
  await new Promise((resolve) => provider.close(resolve))
})

function ask(route: typeof action | typeof loader, path: string, fields?: Record<string, string>) {
  const request = openVisitor(services).request(path, fields && { method: 'POST', body: new URLSearchParams(fields) })
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(logContext, silentLog)
  context.set(viewerContext, () => readViewer(services.accounts.auth, services.db, request, new Date()))
  return (route as (args: never) => Promise<unknown>)({ request, url: new URL(request.url), params: {}, context } as never)
}

describe('confirming an address where the site has a captcha', () => {
  test('requires the captcha with the password, and uses it once', async () => {
    const account = { email: camille, password: goodPassword, name: '' }
    await callAuth(services.accounts, openVisitor(services).request('/'), '/sign-up/email', account, 'good-1')
    const token = tokenOf(services.mailTo(camille, 'verification').action)
    expect(await ask(loader, `/verify-email?token=${token}`)).toMatchObject({
      needsPassword: true,
      accountEmail: camille,
      captcha: { siteKey: 'site' },
    })

    const fields = { token, password: goodPassword }
    expect(await ask(action, '/verify-email', fields)).toMatchObject({ data: { problem: 'MISSING_RESPONSE' } })
    const confirmed = await ask(action, '/verify-email', { ...fields, 'h-captcha-response': 'good-2' })
    expect(confirmed).toBeInstanceOf(Response)
    expect((confirmed as Response).headers.get('Location')).toBe('/login?notice=verified')
    const user = await services.db.selectFrom('users').select('email_verified').where('email', '=', camille).executeTakeFirstOrThrow()
    expect(user.email_verified).toBe(true)
  })
})
