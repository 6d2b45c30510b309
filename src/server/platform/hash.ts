/** Hashes that the database stores in place of secrets. */
import { createHash } from 'node:crypto'

/** SHA-256 in base64url, the format in which better-auth hashes identifiers and tokens. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
