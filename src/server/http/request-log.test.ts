import { expect, test } from 'vitest'
import { withLogging } from '#server/http/request-log.ts'
import { createLog } from '#server/log.ts'

async function linesOf(request: Request, status: number) {
  const lines: unknown[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  await withLogging(async () => new Response(null, { status }), log)(request, 'nonce')
  return lines
}

test.each([500, 200])('the line of a request with status %i says whether the client has disconnected', async (status) => {
  const client = new AbortController()
  const upload = new Request('http://localhost:3000/api/images', { method: 'POST', signal: client.signal })
  const [complete] = await linesOf(upload, status)
  expect(complete).toMatchObject({ level: status === 500 ? 'warn' : 'info', status, path: '/api/images' })
  expect(complete).not.toHaveProperty('aborted')
  client.abort()
  expect(await linesOf(upload, status)).toMatchObject([{ level: 'info', status, aborted: true }])
})
