/** The HTTP server of the site with a test application. It closes when the test has finished. */
import { request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createHttpServer } from '#server/http/entry.ts'
import { openStaticFiles, type StaticFiles } from '#server/http/static-files.ts'
import { createLog } from '#server/log.ts'
import { findFreePort } from '#tests/free-port.ts'

/** `files`: the texts of static files by their addresses. */
type Options = Partial<Omit<Parameters<typeof createHttpServer>[0], 'files'>> & { files?: Record<string, string> }
/** With `isCutShort`, the client announces a body but never sends it. */
type Init = { method?: string; headers?: Record<string, string>; body?: string; isCutShort?: boolean }
type TestResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Starts a server for the running test, with an application that records the requested addresses. */
export async function serve({ files = {}, ...options }: Options = {}): Promise<{
  ask: (path: string, init?: Init) => Promise<TestResponse>
  port: number
  server: Server
  announceStop: () => void
  asked: string[]
  /** Log lines. */
  lines: Record<string, unknown>[]
}> {
  const asked: string[] = []
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  const application = async (request: Request, nonce: string) => {
    asked.push(new URL(request.url).pathname + new URL(request.url).search)
    const html = `<!doctype html><p>${'page '.repeat(100)}</p><script nonce="${nonce}">own()</script><script>injected()</script>`
    return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  }
  // The server needs its port before it listens.
  const port = await findFreePort()
  const created = createHttpServer({
    application,
    build: 'build-1',
    files: await writeFiles(files),
    readContentVersion: async () => 1,
    port,
    publicOrigin: undefined,
    trustedProxies: new BlockList(),
    readThirdPartyOrigins: () => ({ forms: [], scripts: [] }),
    log,
    ...options,
  })
  const { server, announceStop } = created
  onTestFinished(async () => void (await new Promise((resolve) => server.close(resolve))))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const ask = (path: string, { method = 'GET', headers = {}, body, isCutShort = false }: Init = {}) =>
    new Promise<TestResponse>((resolve, reject) => {
      const sent = httpRequest(
        { host: '127.0.0.1', port, path, method, headers: { Host: `localhost:${port}`, ...headers }, agent: false },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
            if (isCutShort) sent.destroy()
          })
        },
      )
      sent.on('error', reject)
      if (isCutShort) sent.flushHeaders()
      else sent.end(body)
    })
  return { ask, port, server, announceStop, asked, lines }
}

async function writeFiles(files: Record<string, string>): Promise<StaticFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'praxam-site-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [address, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, address)), { recursive: true })
    await writeFile(join(folder, address), text)
  }
  return openStaticFiles(folder)
}
