import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { serve } from '#tests/http-server.ts'

describe('a streamed response', () => {
  const download = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Disposition': 'attachment; filename="x.json"' }
  const lines = { 'Content-Type': 'application/x-ndjson; charset=utf-8' }

  /** A stream that creates each chunk on demand. */
  function chunkStream(count: number) {
    const produced = { count: 0, isCancelled: false }
    const stream = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          produced.count += 1
          controller.enqueue(Buffer.alloc(64 * 1024, 'line of a response\n'))
          if (produced.count === count) controller.close()
        },
        cancel: () => {
          produced.isCancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    return { produced, stream }
  }

  test('arrives completely, compressed only if it is a text download', async () => {
    const headers = { 'Accept-Encoding': 'br, gzip' }
    for (const [kind, encoding] of [
      [download, 'gzip'],
      [lines, undefined],
      [{ 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment; filename="x.zip"' }, undefined],
    ] as const) {
      const { ask } = await serve({ application: async () => new Response(chunkStream(5).stream, { headers: kind }) })
      const answer = await ask('/api/x', { headers })
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', vary: 'Accept-Encoding' })
      expect((encoding ? gunzipSync(answer.body) : answer.body).length).toBe(5 * 64 * 1024)
    }
  })

  test('arrives line by line', async () => {
    let push: (line: string) => void = () => undefined
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (push = (line) => controller.enqueue(Buffer.from(line))) })
    const { port } = await serve({ application: async () => new Response(stream, { headers: lines }) })
    push('first\n')
    const response = await fetch(`http://127.0.0.1:${port}/api/x`, { headers: { Host: `localhost:${port}`, 'Accept-Encoding': 'gzip' } })
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first\n')
    push('second\n')
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('second\n')
    await reader?.cancel()
  })

  test('waits for the client, and stops when the client disconnects', async () => {
    const { produced, stream } = chunkStream(1_000_000)
    const { port, lines: logged } = await serve({ application: async () => new Response(stream, { headers: lines }) })
    await new Promise<void>((resolve, reject) => {
      const asking = httpRequest(
        { host: '127.0.0.1', port, path: '/api/x', headers: { Host: `localhost:${port}` }, agent: false },
        (response) => {
          response.once('data', () => {
            response.pause()
            response.once('close', resolve)
            asking.destroy()
          })
        },
      )
      asking.on('error', reject).end()
    })
    await vi.waitFor(() => expect(produced.isCancelled).toBe(true))
    expect(produced.count).toBeLessThan(500)
    expect(logged).toEqual([])
  })

  test('is cut off if its source fails', async () => {
    async function* failing() {
      yield Buffer.from('half')
      await Promise.resolve()
      throw new Error('disk on fire')
    }
    const stream = Readable.toWeb(Readable.from(failing())) as ReadableStream
    const { ask, lines: logged } = await serve({ application: async () => new Response(stream, { headers: download }) })
    await expect(ask('/api/x')).rejects.toThrow()
    expect(logged).toMatchObject([{ level: 'error', message: 'The response could not be sent', error: { message: 'disk on fire' } }])
  })

  test('is not produced for HEAD', async () => {
    const { produced, stream } = chunkStream(5)
    const { ask } = await serve({ application: async () => new Response(stream, { headers: download }) })
    expect((await ask('/api/x', { method: 'HEAD' })).body).toHaveLength(0)
    expect(produced).toEqual({ count: 0, isCancelled: true })
  })
})
