/** One-way names of secrets: what the database keeps in their place. */
import { createHash } from 'node:crypto'

/** SHA-256 in base64url, as better-auth hashes identifiers and tokens, too. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
