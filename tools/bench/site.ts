/** A Praxam server of our own, and plain requests to it. */
import { get } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildWhenNeeded } from '#server/operations/build.ts'
import { findFreePort } from '#tests/free-port.ts'
import type { Running, Workplace } from './workplace.ts'

/** Folder of the project, absolute. */
export const root = join(import.meta.dirname, '../..')

const startPatienceMs = 60_000
const askAgainMs = 10

/** `origin` has no slash at the end; `firstPageMs` runs from the command to the first page that arrived whole. */
export type Site = Running & { origin: string; firstPageMs: number }

/**
 * Starts the product on a data folder and waits for its home page. What has to be built is built before the clock runs.
 *
 * @throws {Error} with what the server said, when it ends or does not answer within a minute
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

/** One GET request; the body comes as sent, in the first of the accepted encodings that the server has. */
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
