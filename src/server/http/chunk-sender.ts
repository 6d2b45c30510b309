/** Sends the chunks of the banks. They never change, so each is compressed on the first request and then sent from memory. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { certificationOfChunk } from '#exam/question-chunks.ts'
import { policyWithoutScripts, securityHeaders } from '#server/http/csp.ts'
import { acceptedEncodings } from '#server/http/encoding.ts'
import { createPrecompressed, precompress, sendPrecompressed, type PrecompressedResponse } from '#server/http/precompressed-response.ts'
import { sendText } from '#server/http/send-response.ts'

/**
 * Memory limit, in bytes. The compressed chunks of 20,000 questions take 24.5 MB. Beyond the limit, the chunk that was requested least recently is dropped, and
 * compressed again when it is needed.
 */
const cachedBytesMax = 28_000_000

const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'public, max-age=31536000, immutable',
  ...securityHeaders(policyWithoutScripts),
}

const decompress = promisify(gunzip)

export type ChunkSender = {
  /** Sends a chunk if it is in memory. Returns whether it was sent. */
  sendCached: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Sends a chunk, or 404 for a name that no current chunk has. Returns `false` if the request is not for a chunk. */
  send: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
}

/** The content of the chunk at an address; `undefined` if there is none. */
export type FindChunk = (address: string) => Promise<Buffer | undefined>

export function createChunkSender(find: FindChunk): ChunkSender {
  // The most recently requested chunk is at the end. Chunks of earlier editions are kept for pages that are still open.
  const cached = new Map<string, PrecompressedResponse>()
  const loadings = new Map<string, Promise<PrecompressedResponse | undefined>>()
  let cachedBytes = 0

  const load = async (path: string) => {
    const content = await find(path)
    if (!content) return undefined
    const whole = await precompress(200, content, headers)
    const chunk = withoutIdentity(whole)
    cached.set(path, chunk)
    cachedBytes += bytesOf(chunk)
    for (const [oldest, { bodies }] of cached) {
      if (cachedBytes <= cachedBytesMax || oldest === path) break
      cached.delete(oldest)
      cachedBytes -= bytesOf({ bodies })
    }
    return whole
  }

  const findCached = (path: string) => {
    const chunk = cached.get(path)
    if (chunk) {
      cached.delete(path)
      cached.set(path, chunk)
    }
    return chunk
  }

  return {
    sendCached: (request, response) => {
      const chunk = isRead(request) ? findCached(pathOfChunk(request)) : undefined
      if (!chunk || !hasAcceptedBody(chunk, request)) return false
      sendPrecompressed(chunk, request, response)
      return true
    },
    send: async (request, response) => {
      const path = pathOfChunk(request)
      if (!isRead(request) || certificationOfChunk(path) === undefined) return false
      const kept = cached.get(path)
      if (kept) {
        const { gzip } = kept.bodies
        const needsIdentity = gzip !== undefined && !hasAcceptedBody(kept, request)
        const chunk = needsIdentity ? createPrecompressed(200, { identity: await decompress(gzip.body) }, headers) : kept
        sendPrecompressed(chunk, request, response)
        return true
      }
      const loading = loadings.get(path) ?? load(path).finally(() => loadings.delete(path))
      loadings.set(path, loading)
      const chunk = await loading
      if (chunk) sendPrecompressed(chunk, request, response)
      else sendText(response, 404, 'The questions have changed since this page was loaded. Load the page again to get the current ones.')
      return true
    },
  }
}

/** Nearly every client accepts a compressed body, so the original one is not kept. A very small body is never compressed. */
function withoutIdentity(response: PrecompressedResponse): PrecompressedResponse {
  const { identity, ...compressed } = response.bodies
  return identity && !compressed.gzip ? response : { ...response, bodies: compressed }
}

function hasAcceptedBody({ bodies }: PrecompressedResponse, { headers }: IncomingMessage): boolean {
  return acceptedEncodings(headers['accept-encoding']).some((encoding) => bodies[encoding] !== undefined)
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

function pathOfChunk({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

function bytesOf({ bodies }: Pick<PrecompressedResponse, 'bodies'>): number {
  return Object.values(bodies).reduce((sum, { body }) => sum + body.length, 0)
}
