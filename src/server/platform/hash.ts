/** Hashes of secrets, which the database stores instead of the secrets. */
import { createHash } from 'node:crypto'

/** SHA-256 in base64url, the format that better-auth uses for identifiers and tokens. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
