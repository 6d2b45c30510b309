/** The email to members whose answer got a different grade, in French. The reason is quoted as an administrator wrote it, in English. */
import { addressOf, onOneLine, write, type MailMessage } from '#server/mail/messages.ts'
import type { CorrectionLetter } from '#server/rescoring/correction-mail.ts'

export function correctionMailFr(letter: CorrectionLetter): MailMessage {
  const { address, origin, unsubscribe, certificationId, publicReason, attempts, attemptId } = letter
  const id = onOneLine(certificationId).toUpperCase()
  const body = [
    `Nous avons rectifié le corrigé d’une question ${id} à laquelle vous aviez répondu. Votre réponse a été réévaluée dans ${attempts === 1 ? 'une tentative' : `${attempts} tentatives`}. Voici pourquoi (en anglais)\u00a0:`,
    { quote: publicReason },
    'Voir le résultat avant et après la correction\u00a0:',
    {
      label: attempts === 1 ? 'Votre tentative' : 'Votre historique',
      url: addressOf(origin, attempts === 1 ? `/profile/history/${attemptId}#corrected` : '/profile/history'),
    },
    'Toutes les corrections de cet examen\u00a0:',
    { label: `Corrections ${id}`, url: addressOf(origin, `/certifications/${certificationId}/changes`) },
    'Si vous ne souhaitez plus recevoir ces messages, désactivez-les ici, sans vous connecter\u00a0:',
    { label: 'Désactiver les notifications par e-mail', url: unsubscribe },
  ]
  const why = 'parce que vous avez activé les notifications par e-mail'
  return { ...write('result-corrected', address, `Corrigé rectifié\u00a0: une question ${id}`, body, why), unsubscribe }
}
