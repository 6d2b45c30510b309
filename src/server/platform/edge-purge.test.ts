import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '#server/log.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import { openEdgePurge } from '#server/platform/edge-purge.ts'
import { openJobs, usualPace } from '#server/platform/jobs.ts'
import { openTestDatabase, silentLog, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const token = 'token of the shared cache'
const pace = { checkMs: 20, delaySeconds: 0 }

/** A shared cache that answers with these status codes, and then repeats the last one. */
async function startSharedCache(statuses: readonly number[]) {
  const requests: { method: unknown; authorization: unknown; keys: unknown; body: unknown }[] = []
  const receive = async (request: IncomingMessage) => {
    const { method, headers } = request
    const body: unknown = JSON.parse(await text(request))
    requests.push({ method, authorization: headers.authorization, keys: headers['surrogate-key'], body })
    return statuses[requests.length - 1] ?? statuses.at(-1) ?? 200
  }
  const server = createServer((request, response) => void receive(request).then((status) => response.writeHead(status).end()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.close().closeAllConnections())
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge` }
}

async function open(url: string) {
  const lines: { level: string; message: string }[] = []
  const log = createLog('error', { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) })
  const quick = { ...usualPace, retryDelaySeconds: 1, pollSeconds: 0.5 }
  const jobs = await openJobs(database, { send: async () => undefined }, silentLog, [], quick)
  const { close } = await openEdgePurge({ db: database.db, jobs, purge: { url, token }, keys: ['content'], log, pace })
  onTestFinished(async () => {
    close()
    await jobs.close()
  })
  return { lines, jobs }
}

test('a shared cache is told after a start and after each change of the content', async () => {
  const { requests, url } = await startSharedCache([200])
  await open(url)
  await vi.waitFor(() => expect(requests).toHaveLength(1), 5000)
  expect(requests[0]).toEqual({ method: 'POST', authorization: `Bearer ${token}`, keys: 'content', body: { tags: ['content'] } })
  await bumpContentVersion(database.db)
  await vi.waitFor(() => expect(requests).toHaveLength(2), 5000)
})

test('a refused request is logged as an error and repeated', async () => {
  const { requests, url } = await startSharedCache([500, 200])
  const { lines, jobs } = await open(url)
  await vi.waitFor(() => expect(requests).toHaveLength(2), 10_000)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 'error', message: expect.stringContaining('this is retried') })
  expect((await jobs.readQueues()).map(({ queue }) => queue)).toContain('edge-purge')
})
