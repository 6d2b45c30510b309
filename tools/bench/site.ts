/** A separate Praxam server, and simple requests to it. */
import { get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildWhenNeeded } from '#server/operations/build.ts'
import { findFreePort } from '#tests/free-port.ts'
import type { Running, Workplace } from './workplace.ts'

/** Folder of the project, absolute. */
export const root = join(import.meta.dirname, '../..')

const startPatienceMs = 60_000
const askAgainMs = 10

/** `origin` has no trailing slash. `firstPageMs` is the time from the command to the first complete page. */
export type Site = Running & { origin: string; firstPageMs: number }

/**
 * Starts the product on a data folder and waits for its home page. The time does not include the build.
 *
 * @throws {Error} with the output of the server, if it stops or does not respond within a minute
 */
export async function startSite(workplace: Workplace, dataDir: string, core?: number): Promise<Site> {
  await buildWhenNeeded(root)
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', PUBLIC_ORIGIN: '' }
  const startedAt = performance.now()
  const running = workplace.start(process.execPath, ['src/server/start.ts'], { cwd: root, env, ...(core !== undefined && { core }) })
  let hasEnded = false
  void running.exited.finally(() => (hasEnded = true)).catch(() => undefined)
  while (!(await hasPage(`${origin}/`))) {
    if (hasEnded || performance.now() - startedAt > startPatienceMs) throw new Error(`The server did not start: ${running.output()}`)
    await pause(askAgainMs)
  }
  return { ...running, origin, firstPageMs: performance.now() - startedAt }
}

export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** A GET request. The body is not decoded. */
export function ask(url: string, acceptEncoding = 'identity'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'Accept-Encoding': acceptEncoding }, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }))
      response.once('error', reject)
    })
    request.once('error', reject)
  })
}

async function hasPage(url: string): Promise<boolean> {
  return ask(url).then(
    ({ status }) => status === 200,
    () => false,
  )
}
