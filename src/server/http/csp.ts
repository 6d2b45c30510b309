/**
 * The content security policy. Pages are rendered with a nonce nobody can guess; a page made for one request keeps it,
 * a cached page trades it for the hashes of exactly those scripts that carried it.
 */
import { createHash, randomBytes } from 'node:crypto'

/** Everything not named falls under `default-src`: images, fonts, connections and workers come from this site alone. */
const policy = (scripts: string, { forms, scripts: foreign }: ThirdPartyOrigins = noGuests) =>
  [
    "default-src 'self'",
    ['script-src', `'self'${scripts}`, ...foreign].join(' '),
    "style-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ['form-action', "'self'", ...forms].join(' '),
    "frame-ancestors 'none'",
    ...(foreign.length > 0 ? [['frame-src', ...foreign].join(' '), ['connect-src', "'self'", ...foreign].join(' ')] : []),
  ].join('; ')

/** Origins of other sites: those that a form may lead to, as with an identity provider, and those of a captcha's scripts. */
export type ThirdPartyOrigins = { forms: readonly string[]; scripts: readonly string[] }

const noGuests: ThirdPartyOrigins = { forms: [], scripts: [] }

/** A nonce for one rendering. */
export function makeNonce(): string {
  return randomBytes(18).toString('base64')
}

/** Policy of a page made for one request. */
export function policyWithNonce(nonce: string, guests?: ThirdPartyOrigins): string {
  return policy(` 'nonce-${nonce}'`, guests)
}

/** Policy of a response that runs no script of its own. */
export const policyWithoutScripts = policy('')

/**
 * A page for the cache: without the nonce, and with the policy that allows its own inline scripts by hash. A script
 * that does not carry the nonce was not written by us and gets no hash.
 */
export function withHashes(html: string, nonce: string): { html: string; policy: string } {
  const attribute = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes = '', script = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (attributes.includes(attribute) && !attributes.includes(' src='))
      hashes.add(` 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return { html: html.replaceAll(attribute, ''), policy: policy([...hashes].join('')) }
}

/** Headers of every page and answer made by the application. */
export function securityHeaders(contentPolicy: string): Record<string, string> {
  return {
    'Content-Security-Policy': contentPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
  }
}
