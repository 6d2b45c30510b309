/**
 * Tokens that switch a kind of mail off without signing in: `reminders.<id of the member>.<signature>`. They stay good for
 * as long as the secret that signed them is kept, since mail is kept for years; all they can do is switch off.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '#server/config.ts'
import type { MailSettings } from '#server/settings/index.ts'

export type MailSubscription = { userId: string; kind: keyof MailSettings }

export type UnsubscribeTokens = {
  make: (mail: MailSubscription) => string
  /** `undefined` for what was not made here, or was changed. */
  read: (token: string) => MailSubscription | undefined
}

const names = { emailNotifications: 'news', studyReminders: 'reminders' } as const
const form = /^(news|reminders)\.([\w-]{1,64})\.([\w-]{43})$/

export function openUnsubscribeTokens(secrets: readonly Secret[]): UnsubscribeTokens {
  const sign = ({ userId, kind }: MailSubscription, { value }: Secret) =>
    createHmac('sha256', value).update(`unsubscribe:${names[kind]}:${userId}`).digest('base64url')
  return {
    make: (mail) => {
      const [current] = secrets
      if (!current) throw new Error('There is no secret to sign with')
      return `${names[mail.kind]}.${mail.userId}.${sign(mail, current)}`
    },
    read: (token) => {
      const [, name, userId = '', signature = ''] = form.exec(token) ?? []
      if (name === undefined) return undefined
      const mail: MailSubscription = { userId, kind: name === names.studyReminders ? 'studyReminders' : 'emailNotifications' }
      const isOurs = secrets.some((secret) => timingSafeEqual(Buffer.from(sign(mail, secret)), Buffer.from(signature)))
      return isOurs ? mail : undefined
    },
  }
}

/** Where the link of a message leads. */
export function unsubscribeUrl(origin: string, tokens: Pick<UnsubscribeTokens, 'make'>, mail: MailSubscription): string {
  return `${origin}/unsubscribe?token=${tokens.make(mail)}`
}
