/**
 * Files of the browser build. A file is read when it is first requested, because reading a thousand files would delay the start, and stays in
 * memory in every encoding. Most file names contain a hash, so their content never changes.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { policyWithoutScripts } from '#server/http/csp.ts'
import { bestBrotliQuality, compress, type Bodies } from '#server/http/encoding.ts'
import { createPrecompressed, sendPrecompressed, type PrecompressedResponse } from '#server/http/precompressed-response.ts'
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
/** Suffixes of the compressed versions, which are next to the original file. */
const compressedSuffixes = { br: '.br', gzip: '.gz' }

/** The service worker is in the root folder, so that it controls the whole site. */
const workerAddress = '/sw.js'

/** Files whose names contain a hash of their content. */
export const assetsPath = '/assets/'

export type StaticFiles = {
  /** Sends the file at the requested address if it is in memory. Otherwise returns `false`. */
  sendCached: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Reads the file at the requested address and sends it. Returns `false` if there is none. */
  send: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
}

/** Writes the compressed versions of every file in a folder, so that the server does not have to compress them. */
export async function compressStaticFiles(folder: string): Promise<void> {
  for (const path of await listFiles(folder)) {
    if (alreadyCompressed.has(extname(path))) continue
    const { br, gzip } = await compress(await readFile(path), bestBrotliQuality)
    if (br) await writeFile(path + compressedSuffixes.br, br)
    if (gzip) await writeFile(path + compressedSuffixes.gzip, gzip)
  }
}

/** The files in a folder and its subfolders, by their addresses on the site. */
export async function openStaticFiles(folder: string): Promise<StaticFiles> {
  const paths = new Map((await listFiles(folder)).map((path) => [path.slice(folder.length).replaceAll('\\', '/'), path]))
  const cached = new Map<string, PrecompressedResponse>()
  return {
    sendCached: (request, response) => {
      const file = cached.get(requestedAddress(request))
      if (!file || !isRead(request)) return false
      sendPrecompressed(file, request, response)
      return true
    },
    send: async (request, response) => {
      const address = requestedAddress(request)
      const path = paths.get(address)
      if (path === undefined || !isRead(request)) return false
      // If the build was removed, the file may still be among the shared assets.
      const file = await readStaticFile(path, address).catch(ignoreMissingFile)
      if (!file) return false
      cached.set(address, file)
      sendPrecompressed(file, request, response)
      return true
    },
  }
}

function requestedAddress({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return (
    entries
      // Hidden folders contain metadata of the build.
      .filter((entry) => entry.isFile() && !entry.parentPath.slice(folder.length).includes('/.'))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !isCompressedVersion(path))
  )
}

/** Whether a file is the compressed version of another file. */
export function isCompressedVersion(path: string): boolean {
  return Object.values(compressedSuffixes).includes(extname(path))
}

/** `address` is the path of the file on the site. */
export async function readStaticFile(path: string, address: string): Promise<PrecompressedResponse> {
  const extension = extname(path)
  const headers = {
    'Content-Type': types[extension] ?? 'application/octet-stream',
    'Cache-Control': cacheControl(address),
    'X-Content-Type-Options': 'nosniff',
    // The content security policy of its script applies to the requests of the worker.
    ...(address === workerAddress && { 'Content-Security-Policy': policyWithoutScripts }),
  }
  return createPrecompressed(200, await readBodies(path), headers)
}

/** A file has no compressed versions if it is too small or if its format is already compressed. */
async function readBodies(path: string): Promise<Bodies> {
  // With any other error, such as too many open files, the file would stay in memory without its compressed versions.
  const find = (suffix: string) => readFile(path + suffix).catch(ignoreMissingFile)
  const [identity, br, gzip] = await Promise.all([readFile(path), find(compressedSuffixes.br), find(compressedSuffixes.gzip)])
  return { identity, ...(br && { br }), ...(gzip && { gzip }) }
}

function ignoreMissingFile(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Browsers check the worker on every visit, so that returning visitors get a new release. */
function cacheControl(address: string): string {
  if (address === workerAddress) return 'no-cache'
  return address.startsWith(assetsPath) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
