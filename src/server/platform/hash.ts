/** Hashes of secrets, which the database stores instead of the secrets, and ids derived from texts. */
import { createHash } from 'node:crypto'

/** SHA-256 in base64url, the format that better-auth uses for identifiers and tokens. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** A version 8 (custom) UUID, derived from the SHA-256 of a text: equal texts have equal UUIDs. */
export function deriveUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}
