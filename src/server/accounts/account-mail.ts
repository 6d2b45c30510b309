/** Sends email messages about an account. A limit per address prevents strangers from filling a mailbox. */
import type { Kysely } from 'kysely'
import { hourMs } from '#exam/duration.ts'
import { pseudonymOf, consumeRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
import { accountMessages, type AccountMessages } from '#server/accounts/account-messages.ts'
import { findMailLanguage, findUserByEmail } from '#server/accounts/people.ts'
import type { Tables } from '#server/db/tables.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { currentLanguage, inLanguage } from '#server/platform/language.ts'
import type { Jobs } from '#server/platform/jobs.ts'

/** The limit for one address, counting all kinds of messages that strangers can request. */
const requestedMailLimit: RateLimit = { name: 'mail', max: 6, windowMs: hourMs }

type MessageName = keyof AccountMessages

/** Messages that are sent only to the address of an account that is not disabled. */
const forMembers: readonly MessageName[] = ['passwordReset', 'magicLink', 'oneTimeCode']
/** Messages that a stranger can request. Over the limit they are not sent, and the response does not reveal that. */
const limited: readonly MessageName[] = [...forMembers, 'confirmation', 'existingAccount']

/** Sends the message with this name. It takes the same arguments as the function in `accountMessages`. */
export type AccountMail = <Name extends MessageName>(name: Name, ...args: Parameters<AccountMessages[Name]>) => Promise<void>

type Parts = { db: Kysely<Tables>; origin: string; jobs: Pick<Jobs, 'sendMail'>; secretKey: string }

export function createAccountMail({ db, origin, jobs, secretKey }: Parts): AccountMail {
  return async (name, ...args) => {
    const address = args[0]
    const user = await findUserByEmail(db, address)
    if (forMembers.includes(name) && (!user || user.isDisabled)) return
    const message = inLanguage((user && (await findMailLanguage(db, user.id))) ?? currentLanguage(), () => {
      const create = accountMessages(origin)[name] as (...values: typeof args) => MailMessage
      return create(...args)
    })
    const isLimited = limited.includes(name)
    if (isLimited && !(await consumeRateLimit(db, requestedMailLimit, pseudonymOf(address, secretKey), new Date()))) return
    await jobs.sendMail(message)
  }
}
