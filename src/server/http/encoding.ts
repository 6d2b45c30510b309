/** Compressed forms of a body, made once and chosen per request. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Bodies = { identity: Buffer; br?: Buffer; gzip?: Buffer }

const compressibleBytesMin = 256
/** Half the gain of the highest level at a hundredth of its time. */
const brotliQuality = 5

/** The body as it is, and compressed where that saves something. */
export function compress(identity: Buffer): Bodies {
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
  const accepted = readAcceptEncoding(acceptEncoding)
  if (identity.length < compressibleBytesMin || !accepted('gzip')) return { body: identity, encoding: undefined }
  return { body: gzipSync(identity), encoding: 'gzip' }
}

/** The form that the request accepts, smallest first. */
export function chooseBody(bodies: Bodies, acceptEncoding: string | undefined): { body: Buffer; encoding: string | undefined } {
  const accepted = readAcceptEncoding(acceptEncoding)
  if (bodies.br && accepted('br')) return { body: bodies.br, encoding: 'br' }
  if (bodies.gzip && accepted('gzip')) return { body: bodies.gzip, encoding: 'gzip' }
  return { body: bodies.identity, encoding: undefined }
}

function readAcceptEncoding(header = ''): (encoding: string) => boolean {
  const entries = header.split(',').map((entry) => entry.trim().toLowerCase())
  return (encoding) => entries.some((entry) => entry === encoding || (entry.startsWith(`${encoding};`) && !/;\s*q=0(\.0+)?$/.test(entry)))
}
