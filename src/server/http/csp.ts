/**
 * The content security policy. Every page is rendered with a random nonce. A page rendered for one request keeps the nonce. For a
 * cached page, the policy has the hashes of the scripts instead of the nonce.
 */
import { createHash, randomBytes } from 'node:crypto'

/** `default-src` limits everything else, such as images, fonts, and workers, to this site. */
const policy = (scripts: string, { forms, scripts: foreignScripts }: ThirdPartyOrigins = noThirdParties) =>
  [
    "default-src 'self'",
    ['script-src', `'self'${scripts}`, ...foreignScripts].join(' '),
    "style-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ['form-action', "'self'", ...forms].join(' '),
    "frame-ancestors 'none'",
    ...(foreignScripts.length > 0
      ? [['frame-src', ...foreignScripts].join(' '), ['connect-src', "'self'", ...foreignScripts].join(' ')]
      : []),
  ].join('; ')

/** Origins of other sites: targets of forms, such as an identity provider, and sources of scripts, such as a captcha. */
export type ThirdPartyOrigins = { forms: readonly string[]; scripts: readonly string[] }

const noThirdParties: ThirdPartyOrigins = { forms: [], scripts: [] }

export function createNonce(): string {
  return randomBytes(18).toString('base64')
}

/** The policy of a page that is rendered for one request. */
export function policyWithNonce(nonce: string, thirdParties?: ThirdPartyOrigins): string {
  return policy(` 'nonce-${nonce}'`, thirdParties)
}

/** The policy of a response without inline scripts. */
export const policyWithoutScripts = policy('')

/**
 * Prepares a page for the cache: removes the nonce and returns a policy that allows its inline scripts by hash. A script without
 * the nonce is not from our code and gets no hash.
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

/** The security headers of every response of the application. */
export function securityHeaders(contentPolicy: string): Record<string, string> {
  return {
    'Content-Security-Policy': contentPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
  }
}
