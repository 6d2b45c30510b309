/** The reminder before a certification expires, in French. */
import { successorInFrench } from '#exam/planning/successors.ts'
import { addressOf, formatDay, onOneLine, write, type MailMessage } from '#server/mail/messages.ts'
import type { RenewalLetter } from '#server/reminders/renewal-mail.ts'
import { nameOf, optional } from '#server/reminders/optional-mail.ts'
import { inDays, unsubscribeTextFr } from '#server/reminders/reminder-messages-fr.ts'

export function renewalMailFr(letter: RenewalLetter): MailMessage {
  const { certificationId, name, endsOn, daysLeft, isRenewable, successor, isSuccessorOurs, origin, goodUntil } = letter
  const id = nameOf(certificationId)
  const when = inDays(daysLeft)
  const next = isSuccessorOurs ? 'L’examen actuel le plus proche (selon nous, sans remplacement officiel)' : 'L’examen qui le remplace'
  const body = [
    `Vous nous avez indiqué que votre certification ${id} (${onOneLine(name)}) prend fin le ${formatDay(endsOn)}, ${when}.`,
    ...(isRenewable
      ? [
          'Vous pouvez la renouveler gratuitement, en ligne et avec documents autorisés, jusqu’à ce jour. Travaillez ce qui est nouveau depuis que vous l’avez obtenue\u00a0:',
        ]
      : [
          'Son examen est retiré, la certification ne peut donc pas être renouvelée.',
          successor ? `${next}\u00a0: ${onOneLine(successorInFrench(successor))}.` : 'Nous n’avons trouvé aucun examen qui le remplace.',
        ]),
    { label: `Renouvellement ${id}`, url: addressOf(origin, `/certifications/${certificationId}?mode=renewal`) },
    ...unsubscribeTextFr(letter.unsubscribe, 'Désactiver les rappels de renouvellement'),
  ]
  const subject = isRenewable ? `Renouvelez ${id}\u00a0: fin ${when}` : `${id}\u00a0: fin ${when}, sans renouvellement possible`
  const why = 'parce que vous avez enregistré le jour où votre certification prend fin'
  return optional(write('renewal-reminder', letter.address, subject, body, why), letter, goodUntil)
}
