/** Compressed forms of a body, made once and chosen per request. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Bodies = { identity: Buffer; br?: Buffer; gzip?: Buffer }

const compressibleBytesMin = 256
/** For pages, which are compressed while someone waits: half the gain of the highest level at a hundredth of its time. */
export const quickBrotli = 5
/** For files, which are compressed once at the start: 7 % smaller, some 200 ms for all of them. */
export const thoroughBrotli = 10

/** The body as it is, and compressed where that saves something. */
export function compress(identity: Buffer, brotliQuality: number): Bodies {
  if (identity.length < compressibleBytesMin) return { identity }
  return {
    identity,
    br: brotliCompressSync(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    gzip: gzipSync(identity),
  }
}

/** The one form that the request accepts, for a body that is sent once. */
export function compressFor(identity: Buffer, acceptEncoding: string | undefined): { body: Buffer; encoding: string | undefined } {
  if (identity.length < compressibleBytesMin || !acceptedEncodings(acceptEncoding).includes('gzip'))
    return { body: identity, encoding: undefined }
  return { body: gzipSync(identity), encoding: 'gzip' }
}

export type Encoding = keyof Bodies

/** The forms of a body that the request accepts, smallest first. `identity` is always among them. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  const known = remembered.get(header ?? '')
  if (known) return known
  const accepted = readAcceptEncoding(header)
  const encodings: Encoding[] = [...(['br', 'gzip'] as const).filter(accepted), 'identity']
  // Browsers send a handful of different headers; the limit is for those who make them up.
  if (remembered.size < rememberedMax) remembered.set(header ?? '', encodings)
  return encodings
}

const remembered = new Map<string, readonly Encoding[]>()
const rememberedMax = 100

function readAcceptEncoding(header = ''): (encoding: string) => boolean {
  const entries = header.split(',').map((entry) => entry.trim().toLowerCase())
  return (encoding) => entries.some((entry) => entry === encoding || (entry.startsWith(`${encoding};`) && !/;\s*q=0(\.0+)?$/.test(entry)))
}
