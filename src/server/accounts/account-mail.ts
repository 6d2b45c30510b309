/** Sends email messages about an account. A limit per address prevents strangers from filling a mailbox. */
import type { Kysely } from 'kysely'
import { pseudonymOf, consumeRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
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

/** How long links and codes in messages are valid. Short, because other people may read a mailbox. */
export const lifetimes = { confirmationHours: 24, resetMinutes: 30, linkMinutes: 15, codeMinutes: 10, invitationDays: 7 }

/** The limit for one address, counting all kinds of messages that strangers can request. */
const requestedMailLimit: RateLimit = { name: 'mail', max: 6, windowMs: 60 * 60 * 1000 }

type Parts = { db: Kysely<Tables>; origin: string; jobs: Pick<Jobs, 'sendMail'>; secretKey: string }

export type AccountMail = ReturnType<typeof createAccountMail>

export function createAccountMail({ db, origin, jobs, secretKey }: Parts) {
  const send = (message: MailMessage) => jobs.sendMail(message)
  const link = (path: string, token: string) => `${origin}${path}?token=${encodeURIComponent(token)}`

  /**
   * Sends a message that a stranger may have requested. Over the limit it sends nothing, and the response does not reveal that.
   */
  const sendLimited = async (message: MailMessage) => {
    if (await consumeRateLimit(db, requestedMailLimit, pseudonymOf(message.to.address, secretKey), new Date())) await send(message)
  }

  /** The same, but only to the address of an account that is not disabled. */
  const sendToMember = async (message: MailMessage) => {
    const user = await findUserByEmail(db, message.to.address)
    if (user && !user.isDisabled) await sendLimited(message)
  }

  return {
    confirmation: (address: string, token: string) =>
      sendLimited(verificationMail({ address, url: link('/verify-email', token), hours: lifetimes.confirmationHours })),
    passwordReset: (address: string, token: string) =>
      sendToMember(passwordResetMail({ address, url: link('/reset-password', token), minutes: lifetimes.resetMinutes })),
    /** `to` is the path to open after signing in. */
    magicLink: (address: string, token: string, to: string) =>
      sendToMember(
        magicLinkMail({ address, url: `${link('/login/link', token)}&to=${encodeURIComponent(to)}`, minutes: lifetimes.linkMinutes }),
      ),
    oneTimeCode: (address: string, code: string) => sendToMember(oneTimeCodeMail({ address, code, minutes: lifetimes.codeMinutes })),
    existingAccount: (address: string) => sendLimited(existingAccountMail({ address, origin })),
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
