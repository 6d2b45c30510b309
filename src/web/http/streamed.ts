/**
 * A response that is sent while it is produced, at the speed of the reader. A closed connection stops the source: a `Readable` immediately, a
 * generator when it yields.
 */
import { Readable } from 'node:stream'

export function streamed(pieces: AsyncIterable<Uint8Array> | Readable, headers: Record<string, string>): Response {
  const body = Readable.toWeb(pieces instanceof Readable ? pieces : Readable.from(pieces)) as ReadableStream<Uint8Array>
  return new Response(body, { headers: { ...headers, 'Cache-Control': 'no-store' } })
}
