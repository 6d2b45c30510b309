/** Which message goes out when, and that nobody's mailbox can be filled by somebody else. */
import type { Kysely } from 'kysely'
import { pseudonymOf, consumeRateLimit } from '#server/platform/rate-limit.ts'
import type { RateLimit } from '#server/platform/rate-limit.ts'
import { findUserByEmail } from '#server/accounts/people.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import {
  accountDeletedMail,
  addressChangeMail,
  addressChangedMail,
  existingAccountMail,
  invitationMail,
  magicLinkMail,
  newDeviceMail,
  oneTimeCodeMail,
  passwordChangedMail,
  passwordResetMail,
  secondFactorChangedMail,
  signInMethodChangedMail,
  verificationMail,
} from '#server/accounts/account-messages.ts'
import type { MailMessage } from '#server/mail/messages.ts'

/** How long what we send stays good: short, because a mailbox is read by more than its owner. */
export const lifetimes = { confirmationHours: 24, resetMinutes: 30, linkMinutes: 15, codeMinutes: 10, invitationDays: 7 }

/** What strangers can have sent to one address, all kinds together. */
const unaskedMail: RateLimit = { name: 'mail', max: 6, windowMs: 60 * 60 * 1000 }

type Parts = { db: Kysely<Tables>; origin: string; jobs: Pick<Jobs, 'sendMail'>; secretKey: string }

export type AccountMail = ReturnType<typeof createAccountMail>

export function createAccountMail({ db, origin, jobs, secretKey }: Parts) {
  const send = (message: MailMessage) => jobs.sendMail(message)
  const link = (path: string, token: string) => `${origin}${path}?token=${encodeURIComponent(token)}`

  /** Sends what a stranger may have asked for, up to the limit. Beyond it, silently nothing: the answer must not tell. */
  const sendAsked = async (message: MailMessage) => {
    if (await consumeRateLimit(db, unaskedMail, pseudonymOf(message.to.address, secretKey), new Date())) await send(message)
  }

  /** The same, for people who have an account that is not disabled; others get nothing. */
  const sendToMember = async (message: MailMessage) => {
    const user = await findUserByEmail(db, message.to.address)
    if (user && !user.isDisabled) await sendAsked(message)
  }

  return {
    confirmation: (address: string, token: string) =>
      sendAsked(verificationMail({ address, url: link('/verify-email', token), hours: lifetimes.confirmationHours })),
    passwordReset: (address: string, token: string) =>
      sendToMember(passwordResetMail({ address, url: link('/reset-password', token), minutes: lifetimes.resetMinutes })),
    /** `to` is the path to end on. */
    magicLink: (address: string, token: string, to: string) =>
      sendToMember(
        magicLinkMail({ address, url: `${link('/login/link', token)}&to=${encodeURIComponent(to)}`, minutes: lifetimes.linkMinutes }),
      ),
    oneTimeCode: (address: string, code: string) => sendToMember(oneTimeCodeMail({ address, code, minutes: lifetimes.codeMinutes })),
    existingAccount: (address: string) => sendAsked(existingAccountMail({ address, origin })),
    approvalOfChange: (address: string, newAddress: string, token: string) =>
      send(addressChangeMail({ address, newAddress, url: link('/verify-email', token), hours: lifetimes.confirmationHours })),
    addressChanged: (address: string, newAddress: string) => send(addressChangedMail({ address, newAddress, origin })),
    passwordChanged: (address: string) => send(passwordChangedMail({ address, at: new Date(), origin })),
    secondFactorChanged: (address: string, isOn: boolean) => send(secondFactorChangedMail({ address, isOn, at: new Date(), origin })),
    signInMethodChanged: (address: string, method: string, isAdded: boolean) =>
      send(signInMethodChangedMail({ address, method, isAdded, at: new Date(), origin })),
    newDevice: (address: string, device: string, place: string) => send(newDeviceMail({ address, device, place, at: new Date(), origin })),
    invitation: (address: string, token: string, invitedBy: string) =>
      send(invitationMail({ address, url: link('/reset-password', token), days: lifetimes.invitationDays, invitedBy })),
    deleted: (address: string) => send(accountDeletedMail({ address, at: new Date() })),
  }
}
