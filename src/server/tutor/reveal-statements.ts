/**
 * Signed statements that the answer to a question was revealed: `<expiry>.<signature>`. The expiry is in milliseconds since 1970. Guests
 * get one when they reveal an answer, because the server stores nothing about their practice. A statement allows nothing that a guest
 * cannot do anyway. See `docs/decisions/0063-tutor.md`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs } from '#exam/duration.ts'
import type { Secret } from '#server/platform/config-values.ts'

export type RevealedVersion = { readonly questionId: string; readonly version?: number }

export type RevealStatements = {
  make: (revealed: RevealedVersion, now: Date) => { statement: string; expiresAt: number }
  isValid: (statement: string, revealed: RevealedVersion, now: Date) => boolean
}

const validMs = dayMs
const pattern = /^(\d{1,15})\.([\w-]{43})$/

export function openRevealStatements(secrets: readonly Secret[]): RevealStatements {
  const sign = ({ questionId, version }: RevealedVersion, expiresAt: number, { value }: Secret) =>
    createHmac('sha256', value)
      .update(`tutor-reveal:${questionId}:${version ?? 'current'}:${expiresAt}`)
      .digest('base64url')
  return {
    make: (revealed, now) => {
      const [current] = secrets
      if (!current) throw new Error('No secret to sign with')
      const expiresAt = now.getTime() + validMs
      return { statement: `${expiresAt}.${sign(revealed, expiresAt, current)}`, expiresAt }
    },
    isValid: (statement, revealed, now) => {
      const [, expiry, signature = ''] = pattern.exec(statement) ?? []
      if (expiry === undefined || Number(expiry) <= now.getTime()) return false
      return secrets.some((secret) => timingSafeEqual(Buffer.from(sign(revealed, Number(expiry), secret)), Buffer.from(signature)))
    },
  }
}
