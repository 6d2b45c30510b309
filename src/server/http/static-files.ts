/** Files of the browser build, held in memory with their compressed forms. Their names carry a hash, so they never change. */
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { chooseBody, compress } from '#server/http/encoding.ts'
import type { Bodies } from '#server/http/encoding.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
}
const alreadyCompressed = new Set(['.png', '.woff2', '.ico'])

type StaticFile = { bodies: Bodies; headers: Record<string, string> }
export type StaticFiles = ReadonlyMap<string, StaticFile>

/** Reads every file below a folder, keyed by its address on the site. */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async (entry): Promise<[string, StaticFile]> => {
      const path = join(entry.parentPath, entry.name)
      const address = path.slice(folder.length).replaceAll('\\', '/')
      return [address, await readStaticFile(path, address)]
    })
  return new Map(await Promise.all(files))
}

/** Answers with a file, if the address names one. */
export function sendStaticFile(files: StaticFiles, request: IncomingMessage, response: ServerResponse): boolean {
  const file = files.get((request.url ?? '').split('?', 1)[0] ?? '')
  if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  if (request.headers['if-none-match'] === file.headers['ETag']) {
    response.writeHead(304, file.headers).end()
    return true
  }
  const { body, encoding } = chooseBody(file.bodies, request.headers['accept-encoding'])
  response.writeHead(200, { ...file.headers, 'Content-Length': body.length, ...(encoding && { 'Content-Encoding': encoding }) })
  response.end(request.method === 'HEAD' ? undefined : body)
  return true
}

async function readStaticFile(path: string, address: string): Promise<StaticFile> {
  const body = await readFile(path)
  const extension = extname(path)
  return {
    bodies: alreadyCompressed.has(extension) ? { identity: body } : compress(body),
    headers: {
      'Content-Type': types[extension] ?? 'application/octet-stream',
      'Cache-Control': address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'X-Content-Type-Options': 'nosniff',
      ETag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      Vary: 'Accept-Encoding',
    },
  }
}
