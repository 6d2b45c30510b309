/**
 * Tokens that unsubscribe from a kind of mail without signing in: `reminders.<member id>.<signature>`. People store mail for years, so a
 * token is valid as long as the server has the secret that signed it. It cannot be used for anything else.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressOf } from '#server/mail/messages.ts'
import type { Secret } from '#server/platform/config-values.ts'
import type { MailSettings } from '#server/settings/index.ts'

export type MailSubscription = { userId: string; kind: keyof MailSettings | 'renewalReminders' }

export type UnsubscribeTokens = {
  make: (mail: MailSubscription) => string
  /** `undefined` when the signature is not valid. */
  read: (token: string) => MailSubscription | undefined
}

const names = { emailNotifications: 'news', studyReminders: 'reminders', renewalReminders: 'renewals' } as const
const kinds = ['emailNotifications', 'studyReminders', 'renewalReminders'] as const
const tokenPattern = /^(news|reminders|renewals)\.([\w-]{1,64})\.([\w-]{43})$/

export function openUnsubscribeTokens(secrets: readonly Secret[]): UnsubscribeTokens {
  const sign = ({ userId, kind }: MailSubscription, { value }: Secret) =>
    createHmac('sha256', value).update(`unsubscribe:${names[kind]}:${userId}`).digest('base64url')
  return {
    make: (mail) => {
      const [current] = secrets
      if (!current) throw new Error('No secret to sign with')
      return `${names[mail.kind]}.${mail.userId}.${sign(mail, current)}`
    },
    read: (token) => {
      const [, name, userId = '', signature = ''] = tokenPattern.exec(token) ?? []
      const kind = kinds.find((one) => names[one] === name)
      if (kind === undefined) return undefined
      const mail: MailSubscription = { userId, kind }
      const isValid = secrets.some((secret) => timingSafeEqual(Buffer.from(sign(mail, secret)), Buffer.from(signature)))
      return isValid ? mail : undefined
    },
  }
}

/** The unsubscribe link of a message. */
export function unsubscribeUrl(origin: string, tokens: Pick<UnsubscribeTokens, 'make'>, mail: MailSubscription): string {
  return `${addressOf(origin, '/unsubscribe')}?token=${tokens.make(mail)}`
}
