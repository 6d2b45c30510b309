/** The cache of question chunks for offline use, with the images of their questions. */
import { findChunkAddresses } from '#exam/question-chunks.ts'
import { findImages } from './classify-request.ts'
import type { SaveProblem } from './messages.ts'
import { ignoreVary, openChunks, type SiteCopy } from './site-copy.ts'
import { putWithRetry, storeFile, storeImages } from './storage.ts'

const concurrentRequestsMax = 6

export async function findChunk(copy: SiteCopy, address: string): Promise<Response | undefined> {
  return (await openChunks(copy)).match(address, ignoreVary)
}

/** Caches a chunk or a list of translation chunks that a page has requested, and the images in it. */
export async function keepChunk(copy: SiteCopy, address: string, response: Response): Promise<void> {
  const text = await response.clone().text()
  if (await putWithRetry(copy, await openChunks(copy), address, response)) await storeImages(copy, text)
}

/** `bytes`: the size of the chunks. `images`: the addresses of the images in them. */
type StoredChunks = { problem?: SaveProblem; bytes: number; images: Set<string> }

/**
 * Stores chunks with their images. If a chunk or an image could not be stored, returns why, and skips the remaining chunks. `onStored` gets the
 * share of the chunks that are stored, from 0 to 1.
 */
export async function storeChunks(
  copy: SiteCopy,
  addresses: readonly string[],
  onStored: (share: number) => void = () => undefined,
): Promise<StoredChunks> {
  const chunks = await openChunks(copy)
  const stored: StoredChunks = { bytes: 0, images: new Set() }
  for (let i = 0; i < addresses.length; i += concurrentRequestsMax) {
    const problems = await Promise.all(
      addresses.slice(i, i + concurrentRequestsMax).map(async (address) => {
        const problem = await storeFile(copy, chunks, address)
        // The bank has changed since the page was sent.
        if (problem) return problem === 'missing' ? 'unreachable' : problem
        const body = await (await chunks.match(address, ignoreVary))?.arrayBuffer()
        const text = new TextDecoder().decode(body)
        stored.bytes += body?.byteLength ?? 0
        for (const image of findImages(text)) stored.images.add(image)
        return storeImages(copy, text)
      }),
    )
    const problem = problems.find((each) => each !== undefined)
    if (problem) return { ...stored, problem }
    onStored(Math.min(1, (i + concurrentRequestsMax) / addresses.length))
  }
  return stored
}

/**
 * The chunks of a page that replace the cached chunks of its earlier version, so that the questions of an attempt stay available on this
 * device. If the bank now has twice as many chunks, two chunks replace each earlier one.
 */
export async function listSuccessors(copy: SiteCopy, earlierHtml: string, html: string): Promise<string[]> {
  const chunks = await openChunks(copy)
  const earlier = findChunkAddresses(earlierHtml)
  const current = findChunkAddresses(html)
  const successors = new Set<string>()
  const scale = current.length / earlier.length
  for (const [i, address] of earlier.entries()) {
    if (!(await chunks.match(address, ignoreVary))) continue
    for (const successor of current.slice(Math.floor(i * scale), Math.ceil((i + 1) * scale))) successors.add(successor)
  }
  return [...successors]
}
