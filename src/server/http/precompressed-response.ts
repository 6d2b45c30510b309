/** A response that is stored in every encoding with its headers, so that sending it needs no computation. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncodings, compress, fastBrotliQuality, type Bodies, type Encoding } from '#server/http/encoding.ts'
import { createEtag, matchesEtag } from '#server/http/etag.ts'

type EncodedBody = { headers: Record<string, string | number>; body: Buffer }

export type PrecompressedResponse = {
  readonly status: number
  readonly etag: string
  readonly bodies: Readonly<Partial<Record<Encoding, EncodedBody>>>
  readonly headers: Record<string, string>
}

/** Compresses a body and creates its response. */
export async function precompress(status: number, identity: Buffer, headers: Record<string, string>): Promise<PrecompressedResponse> {
  return createPrecompressed(status, await compress(identity, fastBrotliQuality), headers)
}

/** A response from a body and its compressed versions. */
export function createPrecompressed(status: number, compressed: Bodies, headers: Record<string, string>): PrecompressedResponse {
  const etag = createEtag(compressed.identity)
  // Weak, because the bytes differ by encoding. Source: RFC 9110, section 8.8.3.3.
  const common = { ...headers, ETag: `W/${etag}`, Vary: 'Accept-Encoding' }
  const bodies = Object.entries(compressed).map(([encoding, body]): [string, EncodedBody] => [
    encoding,
    { headers: { ...common, ...(encoding !== 'identity' && { 'Content-Encoding': encoding }), 'Content-Length': body.length }, body },
  ])
  return { status, etag, bodies: Object.fromEntries(bodies), headers: common }
}

/** Sends the smallest body that the client accepts, or 304 if the client already has it. */
export function sendPrecompressed(
  { status, etag, bodies, headers }: PrecompressedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (status === 200 && matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end()
    return
  }
  for (const encoding of acceptedEncodings(request.headers['accept-encoding'])) {
    const encoded = bodies[encoding]
    if (!encoded) continue
    response.writeHead(status, encoded.headers).end(request.method === 'HEAD' ? undefined : encoded.body)
    return
  }
}
