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

/** Writes the compressed versions of every file in a folder, so that the server does not have to compress them at startup. */
export async function compressStaticFiles(folder: string): Promise<void> {
  for (const path of await listFiles(folder)) {
    if (alreadyCompressed.has(extname(path))) continue
    const { br, gzip } = await compress(await readFile(path), bestBrotliQuality)
    if (br) await writeFile(path + compressedSuffixes.br, br)
    if (gzip) await writeFile(path + compressedSuffixes.gzip, gzip)
  }
}

/** The files in a folder and its subfolders, by their addresses on the site. `readOne` reads a file, as {@link readStaticFile} does. */
export async function openStaticFiles(folder: string, readOne = readStaticFile): Promise<StaticFiles> {
  const paths = new Map((await listFiles(folder)).map((path) => [path.slice(folder.length).replaceAll('\\', '/'), path]))
  const cached = new Map<string, PrecompressedResponse>()
  const reading = new Map<string, Promise<PrecompressedResponse | undefined>>()
  // Requests that arrive together wait for one reading. Otherwise, many first visitors could open more files than the system allows.
  const read = (path: string, address: string) => {
    const current = reading.get(address) ?? readOne(path, address).finally(() => reading.delete(address))
    reading.set(address, current)
    return current
  }
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
      // The build may have been removed. Then another process may have shared the file.
      const file = await read(path, address)
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

/** `address` is the path of the file on the site. Returns `undefined` if the file is missing. @throws any other error of the system */
export async function readStaticFile(path: string, address: string): Promise<PrecompressedResponse | undefined> {
  const bodies = await readBodies(path)
  if (!bodies) return undefined
  const extension = extname(path)
  const headers = {
    'Content-Type': types[extension] ?? 'application/octet-stream',
    'Cache-Control': cacheControl(address),
    'X-Content-Type-Options': 'nosniff',
    // The content security policy of its script applies to the requests of the worker.
    ...(address === workerAddress && { 'Content-Security-Policy': policyWithoutScripts }),
  }
  return createPrecompressed(200, bodies, headers)
}

/** A file has no compressed versions if it is too small or if its format is already compressed. */
async function readBodies(path: string): Promise<Bodies | undefined> {
  const paths = [path, path + compressedSuffixes.br, path + compressedSuffixes.gzip]
  const [identity, br, gzip] = await Promise.all(paths.map(readIfExists))
  return identity && { identity, ...(br && { br }), ...(gzip && { gzip }) }
}

async function readIfExists(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/** Browsers check the worker on every visit, so that returning visitors get a new release. */
function cacheControl(address: string): string {
  if (address === workerAddress) return 'no-cache'
  return address.startsWith(assetsPath) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
