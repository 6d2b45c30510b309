/** The reminder before a certification expires. */
import { addressOf, formatDay, inCurrentLanguage, onOneLine, write, type MailMessage } from '#server/mail/messages.ts'
import { renewalMailFr } from '#server/reminders/renewal-mail-fr.ts'
import { optional, type OptionalLetter } from '#server/reminders/optional-mail.ts'
import { unsubscribeText } from '#server/reminders/reminder-messages.ts'

/** `endsOn` is an ISO day. `isSuccessorOurs`: the successor is our own conclusion and not official. */
export type RenewalLetter = OptionalLetter & {
  certificationId: string
  name: string
  endsOn: string
  daysLeft: number
  isRenewable: boolean
  successor: string | null
  isSuccessorOurs: boolean
  goodUntil: Date
}

export function renewalMail(letter: RenewalLetter): MailMessage {
  return inCurrentLanguage({ en: renewalMailEn, fr: renewalMailFr })(letter)
}

function renewalMailEn(letter: RenewalLetter): MailMessage {
  const { certificationId, name, endsOn, daysLeft, isRenewable, successor, isSuccessorOurs, origin, goodUntil } = letter
  const id = onOneLine(certificationId).toUpperCase()
  const when = daysLeft === 0 ? 'today' : daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`
  const next = isSuccessorOurs ? 'The closest current exam (our suggestion, not an official replacement)' : 'Its replacement'
  const body = [
    `You told us that your certification ${id} (${onOneLine(name)}) expires on ${formatDay(endsOn)}, ${when}.`,
    ...(isRenewable
      ? ['You can renew it for free, online and open book, until that day. Practice what’s new since you earned it:']
      : [
          'Its exam is retired, so the certification can’t be renewed.',
          successor ? `${next}: ${onOneLine(successor)}.` : 'We found no exam that replaces it.',
        ]),
    { label: `${id} renewal`, url: addressOf(origin, `/certifications/${certificationId}?mode=renewal`) },
    ...unsubscribeText(letter.unsubscribe, 'Turn off renewal reminders'),
  ]
  const subject = isRenewable ? `Renew ${id}: it expires ${when}` : `${id} expires ${when} and can’t be renewed`
  return optional(
    write('renewal-reminder', letter.address, subject, body, 'because you saved the day on which it expires'),
    letter,
    goodUntil,
  )
}
