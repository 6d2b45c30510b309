/** Answers that are sent while they are made, at the pace of who reads them; going away ends the making. */
import { Readable } from 'node:stream'

export function streamed(pieces: AsyncIterable<Uint8Array>, headers: Record<string, string>): Response {
  const body = Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>
  return new Response(body, { headers: { ...headers, 'Cache-Control': 'no-store' } })
}
