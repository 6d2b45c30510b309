/** The address of a chunk, which contains a hash of its content. */
import { createHash } from 'node:crypto'
import { chunkAddress } from '#exam/question-chunks.ts'

export function addressOfChunk(certificationId: string, content: Buffer): string {
  return chunkAddress(certificationId, createHash('sha256').update(content).digest('base64url').slice(0, 12))
}
