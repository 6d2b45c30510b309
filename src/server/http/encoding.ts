/** Compression of response bodies, and the choice of an encoding per request. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Bodies = { identity: Buffer; br?: Buffer; gzip?: Buffer }

// Both run in the thread pool of Node, so that a large body does not delay other requests.
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const compressibleBytesMin = 256
/** For pages, which are compressed while a client waits. Takes about a hundredth of the time of the highest level; bodies are slightly larger. */
export const fastBrotliQuality = 5
/** For static files, which are compressed once, after the build. Takes about two seconds for all; files are 9% smaller than at the fast level. */
export const bestBrotliQuality = 11

/** The original body and its compressed versions. A very small body is not compressed. */
export async function compress(identity: Buffer, brotliQuality: number): Promise<Bodies> {
  if (identity.length < compressibleBytesMin) return { identity }
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  const [br, gzip] = await Promise.all([brotli(identity, { params }), gzipped(identity)])
  return { identity, br, gzip }
}

/** The body of a response that is sent only once: compressed with gzip if the client accepts it, unless the body is very small. */
export async function compressFor(
  identity: Buffer,
  acceptEncoding: string | undefined,
): Promise<{ body: Buffer; encoding: string | undefined }> {
  if (identity.length < compressibleBytesMin || !acceptedEncodings(acceptEncoding).includes('gzip'))
    return { body: identity, encoding: undefined }
  return { body: await gzipped(identity), encoding: 'gzip' }
}

export type Encoding = keyof Bodies

/** The encodings that the client accepts, best compression first. `identity` is always included. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  const cached = parsedHeaders.get(header ?? '')
  if (cached) return cached
  const isAccepted = parseAcceptEncoding(header)
  const encodings: Encoding[] = [...(['br', 'gzip'] as const).filter(isAccepted), 'identity']
  // Browsers send only a handful of different headers. The limit keeps made-up headers from filling the memory.
  if (parsedHeaders.size < parsedHeadersMax) parsedHeaders.set(header ?? '', encodings)
  return encodings
}

const parsedHeaders = new Map<string, readonly Encoding[]>()
const parsedHeadersMax = 100

function parseAcceptEncoding(header = ''): (encoding: string) => boolean {
  const entries = header.split(',').map((entry) => entry.trim().toLowerCase())
  return (encoding) => entries.some((entry) => entry === encoding || (entry.startsWith(`${encoding};`) && !/;\s*q=0(\.0+)?$/.test(entry)))
}
