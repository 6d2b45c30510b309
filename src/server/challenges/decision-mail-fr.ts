/** The email that tells reporters about a decision, in French. The reason is quoted as an administrator wrote it, in English. */
import type { DecisionLetter } from '#server/challenges/decision-mail.ts'
import { addressOf, formatInstant, onOneLine, write, type MailMessage, type Paragraph } from '#server/mail/messages.ts'

export function decisionMailFr(letter: DecisionLetter): MailMessage {
  const { address, origin, unsubscribe, certificationId, sentAt, correction, publicReason } = letter
  const exam = onOneLine(certificationId).toUpperCase()
  const body: Paragraph[] = [
    `Le ${formatInstant(sentAt)}, un problème dans une question ${exam} a été signalé ${unsubscribe ? 'depuis votre compte' : 'avec cette adresse'}. Nous l’avons examiné. Merci.`,
    outcomeOf(correction),
    { quote: publicReason },
    correction === null && unsubscribe
      ? { label: 'Voir vos signalements', url: addressOf(origin, '/profile/reports') }
      : { label: `Voir les corrections ${exam}`, url: addressOf(origin, `/certifications/${certificationId}/changes`) },
    ...(unsubscribe
      ? [
          'Si vous ne souhaitez plus recevoir ces messages, désactivez-les ici, sans vous connecter\u00a0:',
          { label: 'Désactiver les notifications par e-mail', url: unsubscribe },
        ]
      : [
          'Si vous n’avez rien signalé, une autre personne a fait une faute de frappe dans son adresse. Vous ne recevrez pas d’autre message à ce sujet.',
        ]),
  ]
  const why = unsubscribe ? 'parce que vous avez activé les notifications par e-mail' : 'parce qu’un signalement demandait une réponse'
  const message = write('report-decided', address, `Votre signalement sur ${exam}`, body, why)
  return unsubscribe ? { ...message, unsubscribe } : message
}

function outcomeOf(correction: string | null): string {
  switch (correction) {
    case null:
      return 'Nous n’avons pas modifié la question. Voici pourquoi (en anglais)\u00a0:'
    case 'answer_key':
      return 'Le signalement était justifié. Nous avons corrigé la question et mettons à jour les résultats concernés. Voici pourquoi (en anglais)\u00a0:'
    case 'removed':
      return 'Le signalement était justifié. Nous avons retiré la question. Voici pourquoi (en anglais)\u00a0:'
    default:
      return 'Le signalement était justifié. Nous avons corrigé la question. Voici pourquoi (en anglais)\u00a0:'
  }
}
