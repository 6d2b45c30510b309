import { DatabaseError } from 'pg'
import { RouterContextProvider, createRequestHandler, data, redirect } from 'react-router'
import { describe, expect, test } from 'vitest'
import { DiskFull } from '#server/db/free-space.ts'
import { withLogContext, createLog } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { logContext, referenceContext, servicesContext } from '#web/context.ts'
import { withErrorReferences } from '#web/http/log-errors.ts'

const reference = '7KQ2-M9TX'

/** Sends a request to a site with one route, `/place`. Its pages contain only the errors that their boundary gets. */
async function ask(
  module: object,
  path = '/place',
  init?: RequestInit,
  isDatabaseAvailable = true,
): Promise<{ status: number; text: string; lines: string[] }> {
  const routes = {
    root: { id: 'root', path: '', module: { default: () => null } },
    place: { id: 'place', parentId: 'root', path: 'place', module },
  }
  const entry = {
    default: async (_: Request, status: number, __: Headers, page: { staticHandlerContext: { errors: unknown } }) =>
      Response.json(page.staticHandlerContext.errors, { status }),
  }
  const build = {
    entry: { module: entry },
    routes: withErrorReferences(routes as never),
    assets: { routes: {} },
    routeDiscovery: { mode: 'initial', manifestPath: '/manifest' },
    future: {},
    prerender: [],
    ssr: true,
  }
  const lines: string[] = []
  const context = new RouterContextProvider()
  context.set(referenceContext, reference)
  context.set(servicesContext, { isDatabaseAvailable: () => isDatabaseAvailable } as Services)
  context.set(logContext, withLogContext(createLog('info', { write: (line) => lines.push(line) }), { reference }))
  const handle = createRequestHandler(build as never, 'production')
  const response = await handle(new Request(`http://localhost:3000${path}`, init), context)
  return { status: response.status, text: await response.text(), lines }
}

function fail(): never {
  throw new Error('relation "questions" does not exist')
}

/** Turns a route into a page. */
const page = { default: () => null }

describe('an unexpected error', () => {
  test.each<[string, object, string, RequestInit?]>([
    ['in a loader of a page', { ...page, loader: fail }, '/place'],
    ['in a loader of a navigation', { ...page, loader: fail }, '/place.data'],
    ['in an action', { ...page, action: fail }, '/place', { method: 'POST' }],
    ['in middleware', { ...page, loader: () => null, middleware: [fail] }, '/place'],
    ['in a call of the interface', { loader: fail }, '/place'],
  ])('%s is shown and logged with its reference', async (_, module, path, init) => {
    const { status, text, lines } = await ask(module, path, init)
    expect(status).toBe(500)
    expect(text).toContain(reference)
    expect(text).not.toContain('questions')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 'error',
        reference,
        method: init?.method ?? 'GET',
        path,
        error: expect.objectContaining({ message: 'relation "questions" does not exist' }),
      }),
    ])
  })

  test('in an API request is a problem with a reference', async () => {
    expect(JSON.parse((await ask({ loader: fail })).text)).toMatchObject({ status: 500, title: expect.any(String), reference })
  })
})

describe('an error of the database', () => {
  const lost = () => {
    throw new Error('Connection terminated unexpectedly')
  }
  const tooSlow = () => {
    throw Object.assign(new DatabaseError('canceling statement due to statement timeout', 0, 'error'), { code: '57014' })
  }

  test.each([
    ['a page', { ...page, loader: lost }, '/place'],
    ['a navigation', { ...page, loader: lost }, '/place.data'],
    ['a call of the interface', { loader: lost }, '/place'],
  ])('that is unavailable makes %s a 503 without a line in the log', async (_, module, path) => {
    const { status, text, lines } = await ask(module, path)
    expect([status, lines]).toEqual([503, []])
    expect(text).not.toContain(reference)
  })

  test('that a library has replaced with its own error is a 503 during an outage', async () => {
    expect(await ask({ loader: fail }, '/place', {}, false)).toMatchObject({ status: 503, lines: [] })
  })

  test.each([
    ['a page', page, JSON.stringify('The server is out of storage space')],
    ['a call of the interface', {}, '"code":"DISK_FULL"'],
  ])('that has no room makes %s a 503 without a line in the log', async (_, module, expected) => {
    const full = () => {
      throw new DiskFull('/data/db', 0)
    }
    const { status, text, lines } = await ask({ ...module, loader: full })
    expect([status, lines]).toEqual([503, []])
    expect(text).toContain(expected.replace(/"$/, ''))
  })

  test('that was too busy makes a call of the interface a 503, and is logged', async () => {
    const { status, text, lines } = await ask({ loader: tooSlow })
    expect(JSON.parse(text)).toMatchObject({ status: 503, code: 'DATABASE_UNAVAILABLE', detail: expect.any(String) })
    expect([status, lines.length]).toEqual([503, 1])
  })
})

describe('an intentionally thrown value', () => {
  test.each([
    ['a page that is not there', data(null, { status: 404 }), 404],
    ['a redirection', redirect('/'), 302],
  ])('%s stays the same and is not logged', async (_, thrown, expected) => {
    const loader = () => {
      throw thrown
    }
    const { status, text, lines } = await ask({ ...page, loader })
    expect([status, lines]).toEqual([expected, []])
    expect(text).not.toContain(reference)
  })
})
