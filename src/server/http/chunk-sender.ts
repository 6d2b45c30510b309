/** Sends the chunks of the banks. They never change, so each is compressed on the first request and then sent from memory. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { certificationOfChunk } from '#exam/question-chunks.ts'
import { policyWithoutScripts, securityHeaders } from '#server/http/csp.ts'
import { precompress, sendPrecompressed, type PrecompressedResponse } from '#server/http/precompressed-response.ts'
import { sendText } from '#server/http/send-response.ts'

/** Memory limit, in bytes. Beyond it, the chunk that was requested least recently is dropped, and compressed again when it is needed. */
const cachedBytesMax = 24_000_000

const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'public, max-age=31536000, immutable',
  ...securityHeaders(policyWithoutScripts),
}

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
    const chunk = await precompress(200, content, headers)
    cached.set(path, chunk)
    cachedBytes += bytesOf(chunk)
    for (const [oldest, { bodies }] of cached) {
      if (cachedBytes <= cachedBytesMax || oldest === path) break
      cached.delete(oldest)
      cachedBytes -= bytesOf({ bodies })
    }
    return chunk
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
      if (chunk) sendPrecompressed(chunk, request, response)
      return chunk !== undefined
    },
    send: async (request, response) => {
      const path = pathOfChunk(request)
      if (!isRead(request) || certificationOfChunk(path) === undefined) return false
      const loading = loadings.get(path) ?? load(path).finally(() => loadings.delete(path))
      loadings.set(path, loading)
      const chunk = await loading
      if (chunk) sendPrecompressed(chunk, request, response)
      else sendText(response, 404, 'The questions have changed since this page was loaded. Load the page again to get the current ones.')
      return true
    },
  }
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
