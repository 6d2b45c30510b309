import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { serve } from '#tests/http-server.ts'

const address = '/chunks/mb-800/1Zb8aT-x3_9k.json'
const content = Buffer.from(JSON.stringify({ questions: [{ text: 'long '.repeat(200) }] }))

describe('a chunk of a bank', () => {
  test('is compressed and may be cached for a year', async () => {
    const { ask, asked } = await serve({ findChunk: async () => content })
    const { status, headers, body } = await ask(address, { headers: { 'Accept-Encoding': 'br' } })
    expect(status).toBe(200)
    expect(brotliDecompressSync(body)).toEqual(content)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(asked, 'requests to the application').toEqual([])
  })

  test('is read and compressed once, and then sent from memory, also when the bank no longer has it', async () => {
    const findChunk = vi.fn<() => Promise<Buffer | undefined>>(async () => content)
    const { ask } = await serve({ findChunk })
    await Promise.all([ask(address), ask(address), ask(`${address}?again`)])
    expect(findChunk).toHaveBeenCalledTimes(1)
    findChunk.mockResolvedValue(undefined)
    const accepting = (encodings: string) => ask(address, { headers: { 'Accept-Encoding': encodings } })
    expect(brotliDecompressSync((await accepting('gzip, br')).body)).toEqual(content)
    expect(gunzipSync((await accepting('gzip')).body)).toEqual(content)
    expect((await accepting('identity')).body).toEqual(content)
  })

  test('that does not exist is a 404 that is not cached, and is looked up again', async () => {
    const findChunk = vi.fn<() => Promise<Buffer | undefined>>(async () => undefined)
    const { ask } = await serve({ findChunk })
    const { status, headers, body } = await ask(address)
    expect(status).toBe(404)
    expect(headers['cache-control']).toBe('no-store')
    expect(String(body)).toContain('Load the page again')
    findChunk.mockResolvedValue(content)
    expect((await ask(address)).status).toBe(200)
  })

  test('that was not requested for the longest time makes room for others', async () => {
    const large = randomBytes(5_000_000)
    const findChunk = vi.fn<(address: string) => Promise<Buffer>>(async () => large)
    const { ask } = await serve({ findChunk })
    const addresses = ['a', 'b', 'c'].map((letter) => `/chunks/mb-800/${letter.repeat(12)}.json`)
    for (const each of [...addresses, ...addresses.slice(1)]) await ask(each, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } })
    expect(findChunk).toHaveBeenCalledTimes(3)
    await ask(addresses[0] ?? '', { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } })
    expect(findChunk).toHaveBeenCalledTimes(4)
  })

  test.each(['POST', 'DELETE'])('is only for reading: %s reaches the application', async (method) => {
    const { ask, asked } = await serve({ findChunk: async () => content })
    await ask(address, { method, headers: { 'Sec-Fetch-Site': 'same-origin' } })
    expect(asked).toEqual([address])
  })

  test('is a temporary error while the database is away', async () => {
    const findChunk = async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    }
    const { ask } = await serve({ findChunk })
    const { status, headers } = await ask(address)
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store'])
  })
})
