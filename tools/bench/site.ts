/** A separate Praxam server, requests to it, and a browser for it. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { chromium, type BrowserContext } from '@playwright/test'
import { buildWhenNeeded } from '#server/operations/build.ts'
import { browserArguments, findBrowser } from '#tests/browser.ts'
import { findFreePort } from '#tests/free-port.ts'
import { startServer, type StartedServer } from '#tests/journeys/server.ts'
import { makeFolder } from './machine.ts'

/** Absolute path of the project folder. */
export const root = join(import.meta.dirname, '../..')
export const folders = { migrations: join(root, 'migrations'), content: join(root, 'content') }

/**
 * Starts the site on a data folder, with extra settings. `firstPageMs` is the time from the command to the first complete page, not
 * counting the build.
 */
export async function startSite(
  dataDir = makeFolder('data'),
  settings: Record<string, string> = {},
): Promise<StartedServer & { firstPageMs: number }> {
  await buildWhenNeeded(root)
  const port = await findFreePort()
  const startedAt = performance.now()
  const server = await startServer(port, dataDir, settings)
  await fetchEncoded(`${server.origin}/`, 'identity')
  return { ...server, firstPageMs: performance.now() - startedAt }
}

/** A GET request on a new connection. The body is not decoded. */
export async function fetchEncoded(url: string, encoding: string) {
  const [response] = (await once(get(url, { headers: { 'Accept-Encoding': encoding }, agent: false }), 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

/** Submits a form of the site. Redirects are not followed. */
export async function postForm(
  origin: string,
  path: string,
  fields: Record<string, string>,
  extraHeaders: Record<string, string> = {},
): Promise<Response> {
  const headers = { Origin: origin, 'Sec-Fetch-Site': 'same-origin', ...extraHeaders }
  return fetch(origin + path, { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' })
}

/** Runs Chromium with an empty profile. A private window would keep its databases in memory, so that writing would take no time. */
export async function inBrowser<Result>(use: (context: BrowserContext) => Promise<Result>): Promise<Result> {
  const context = await chromium.launchPersistentContext(makeFolder('profile'), {
    executablePath: await findBrowser(),
    args: [...browserArguments],
    viewport: { width: 1280, height: 800 },
  })
  try {
    return await use(context)
  } finally {
    await context.close()
  }
}
