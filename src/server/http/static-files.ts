/** Files of the browser build, held in memory with their compressed forms. Most names carry a hash, so what is in them never changes. */
import { readFile, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { policyWithoutScripts } from '#server/http/csp.ts'
import { thoroughBrotli } from '#server/http/encoding.ts'
import { keepAnswer, sendKeptAnswer } from '#server/http/precompressed-response.ts'
import type { KeptAnswer } from '#server/http/precompressed-response.ts'
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

/** Below the root, so that it answers for the whole site. */
const workerAddress = '/sw.js'

export type StaticFiles = ReadonlyMap<string, KeptAnswer>

/** Reads every file below a folder, keyed by its address on the site. */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    // Hidden folders hold notes of the build itself.
    .filter((entry) => entry.isFile() && !entry.parentPath.slice(folder.length).includes('/.'))
    .map(async (entry): Promise<[string, KeptAnswer]> => {
      const path = join(entry.parentPath, entry.name)
      const address = path.slice(folder.length).replaceAll('\\', '/')
      return [address, await readStaticFile(path, address)]
    })
  return new Map(await Promise.all(files))
}

/** Answers with a file, if the address names one. */
export function sendStaticFile(files: StaticFiles, request: IncomingMessage, response: ServerResponse): boolean {
  const { url = '', method } = request
  const query = url.indexOf('?')
  const file = files.get(query === -1 ? url : url.slice(0, query))
  if (!file || (method !== 'GET' && method !== 'HEAD')) return false
  sendKeptAnswer(file, request, response)
  return true
}

async function readStaticFile(path: string, address: string): Promise<KeptAnswer> {
  const extension = extname(path)
  const headers = {
    'Content-Type': types[extension] ?? 'application/octet-stream',
    'Cache-Control': cachingOf(address),
    'X-Content-Type-Options': 'nosniff',
    // The worker reaches what the policy of its own script allows.
    ...(address === workerAddress && { 'Content-Security-Policy': policyWithoutScripts }),
  }
  return keepAnswer(200, await readFile(path), headers, alreadyCompressed.has(extension) ? null : thoroughBrotli)
}

/** The worker is looked at with every visit, so that a release reaches those who have been here before. */
function cachingOf(address: string): string {
  if (address === workerAddress) return 'no-cache'
  return address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
