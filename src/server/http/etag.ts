/** ETags: identifiers of a response body. A client sends one back to ask whether its copy is current. */
import { createHash } from 'node:crypto'

/** A strong ETag from the hash of a body, with its quotes: `"…"`. */
export function createEtag(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

/**
 * Whether an `If-None-Match` header contains the ETag. Proxies that compress mark ETags as weak, `W/"…"`, and may send a list.
 * `*` matches every ETag. Source: RFC 9110, section 13.1.2.
 */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([listed]) => listed === etag)
}
