/** The addresses of chunks. They contain a hash of the content. */
import { createHash } from 'node:crypto'
import { chunkAddress } from '#exam/question-chunks.ts'
import type { ChunkMembers } from '#server/bank/chunk-versions.ts'
import { yieldToRequests } from '#server/db/yield-to-requests.ts'
import { inBatches } from '#server/platform/in-batches.ts'

/** How many chunks are read at a time: about 500 questions. Other requests are served between two reads. */
const chunksPerRead = 22

export function addressOfChunk(certificationId: string, content: Buffer): string {
  return chunkAddress(certificationId, createHash('sha256').update(content).digest('base64url').slice(0, 12))
}

/**
 * The addresses of chunks, in their order. A chunk that has not changed since `before`, which has the members by address, keeps its address.
 * `read` reads the others and returns their addresses.
 */
export async function findAddresses(
  chunks: readonly ChunkMembers[],
  before: ReadonlyMap<string, ChunkMembers> | undefined,
  read: (chunks: readonly ChunkMembers[]) => Promise<string[]>,
): Promise<string[]> {
  const known = new Map(Array.from(before ?? [], ([address, { version }]) => [version, address]))
  const changed = chunks.filter(({ version }) => !known.has(version))
  for (const some of inBatches(changed, chunksPerRead)) {
    const addresses = await read(some)
    for (const [i, { version }] of some.entries()) known.set(version, addresses[i] ?? '')
    await yieldToRequests()
  }
  return chunks.map(({ version }) => known.get(version) ?? '')
}
