/** The contact form. */
import type { contact as English } from '#web/text/en/contact.ts'
import { number } from '#web/text/fr/numbers.ts'

export const contact: typeof English = {
  address: 'Votre adresse e-mail',
  addressHint: 'Nous répondrons à cette adresse et ne l’utiliserons pour rien d’autre.',
  questionNumber: 'La question d’où vous venez porte le numéro',
  text: 'Votre message',
  textHint: (min, max) => `De ${number(min)} à ${number(max)} caractères.`,
  trap: 'Laissez ce champ vide',
  send: 'Envoyer le message',
  sending: 'Envoi…',
  another: 'Écrire un autre message',

  done: {
    sent: 'Merci. Votre message est enregistré et a été transmis à l’exploitant du site.',
    stored:
      'Merci. Votre message est enregistré, mais l’e-mail qui devait en avertir l’exploitant n’est pas parti\u00a0: une réponse peut prendre plus de temps.',
  },

  problems: {
    ADDRESS_BLANK: 'Saisissez votre adresse e-mail pour que nous puissions répondre.',
    ADDRESS_INVALID: 'Saisissez une adresse e-mail valide.',
    TEXT_SHORT: 'Écrivez un peu plus\u00a0: au moins 10 caractères.',
    TEXT_LONG: 'Raccourcissez le message à 5\u202f000 caractères, ou envoyez la suite dans un second message.',
    TEXT_UNREADABLE: 'Le message contient des caractères non pris en charge. Saisissez-le au lieu de le coller.',
    TOO_MANY: 'Trop de messages pour le moment. Réessayez dans une heure.',
    NOT_KEPT: 'Quelque chose a échoué de notre côté et votre message n’a pas été enregistré. Réessayez.',
    FORM_UNREADABLE: 'Le formulaire n’a pas pu être lu. Rechargez cette page et envoyez-le de nouveau.',
  },
}
