/** The address of a chunk. It contains a hash of the chunk's content. */
import { createHash } from 'node:crypto'
import { chunkAddress } from '#exam/question-chunks.ts'

export function addressOfChunk(certificationId: string, content: Buffer): string {
  return chunkAddress(certificationId, createHash('sha256').update(content).digest('base64url').slice(0, 12))
}
