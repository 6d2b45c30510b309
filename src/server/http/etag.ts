/** ETags: the name of some bytes, by which those who have them already ask whether they are still the right ones. */
import { createHash } from 'node:crypto'

/** Made from the bytes: `"…"`. */
export function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

/**
 * Whether an `If-None-Match` names the ETag. Proxies mark those of what they have compressed as weak, `W/"…"`, and send
 * several in a list; `*` names every one. Source: RFC 9110, section 13.1.2.
 */
export function namesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([named]) => named === etag)
}
