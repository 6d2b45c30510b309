/** The card after an explanation and the report of a problem. Only pages that show an explanation load these texts. */
import { reportTextLengthMax, type ReportReason } from '#exam/reports/question-report.ts'
import type { reports as English } from '#web/text/en/reports.ts'
import { day, dayOf } from '#web/text/fr/figures/dates.ts'
import { allOf, number } from '#web/text/fr/numbers.ts'

/** The reason in a sentence about a report. */
const shortReasons: Record<ReportReason, string> = {
  wrong_answer: 'Réponse fausse',
  outdated: 'Obsolète',
  unclear: 'Peu claire',
  typo: 'Faute de frappe',
  other: 'Autre',
}

export const reports: typeof English = {
  source: 'D’où vient cette question',
  page: 'Page officielle',
  onSite: (site) => `, ${site}`,
  pageDated: 'Date de la page',
  secondPage: 'Seconde source',
  secondPageDated: 'Date de la seconde source',
  outline: 'Programme',
  outlineSkill: (date, skill) => (skill ? `${day(date)}\u00a0: ${skill}` : day(date)),
  skill: 'Compétence',
  objective: 'Objectif',
  checkedOn: 'Date de vérification',
  notKnown: 'Non renseigné',
  noDate: 'La page n’indique pas de date',
  concerns: {
    'page-changed': 'La page officielle a changé depuis notre vérification de cette question. Nous sommes en train de la revérifier.',
    'page-deleted':
      'La page officielle n’est plus là où elle était lors de notre vérification de cette question. Nous cherchons son nouvel emplacement.',
    'objective-removed':
      'Le programme actuel de l’examen ne mentionne plus le sujet de cette question. Il ne sera peut-être pas à l’examen.',
    'objective-reworded': 'Le programme de l’examen a reformulé le sujet de cette question. Nous sommes en train de la revérifier.',
  },
  day,
  ownReports: 'Vos signalements',
  sentReport: (reason, at) => `«\u202f${shortReasons[reason]}\u202f», envoyé le ${dayOf(at)}`,
  refusedReport: (reason) => `«\u202f${shortReasons[reason]}\u202f», non accepté`,
  keptReport: (reason) => `«\u202f${shortReasons[reason]}\u202f», pas encore envoyé`,
  report: 'Signaler un problème',

  title: 'Signaler un problème dans cette question',
  reason: 'Quel est le problème\u202f?',
  reasons: {
    wrong_answer: {
      name: 'La réponse est fausse',
      hint: 'Dites quelle réponse vous paraît correcte',
    },
    outdated: { name: 'Elle est obsolète', hint: 'Le produit ou la page officielle a changé' },
    unclear: { name: 'Elle n’est pas claire', hint: '' },
    typo: { name: 'Faute de frappe ou figure défectueuse', hint: '' },
    other: { name: 'Autre chose', hint: '' },
  },
  shortReasons,
  rightAnswer: 'Quelle est la bonne réponse\u202f? (facultatif)',
  rightAnswerHint:
    'Choisissez chaque réponse qui vous paraît correcte. Le signalement la cite, car les lettres changent d’une tentative à l’autre.',
  pickedAnswer: (quotes) =>
    `${quotes.length === 1 ? 'Bonne réponse' : 'Bonnes réponses'}\u00a0: ${allOf(quotes.map((quote) => `«\u202f${quote}\u202f»`))}`,
  text: 'Pourquoi\u202f? (facultatif)',
  otherText: 'Quel est le problème\u202f?',
  textHint: `Au plus ${number(reportTextLengthMax)} caractères. Un lien vers la page officielle est ce qui aide le plus. Ne décrivez pas de questions du vrai examen\u00a0: l’accord accepté par les candidats l’interdit, et nous ne pouvons pas les accepter.`,
  email: 'Adresse e-mail, si vous voulez une réponse',
  cancel: 'Annuler',
  send: 'Envoyer',
  sending: 'Envoi…',
  close: 'Fermer',

  sent: 'Signalement envoyé. Merci.',
  repeated: 'Vous l’aviez déjà signalé. Nous avons ajouté votre nouveau signalement.',
  kept: {
    online: 'Enregistré sur cet appareil. Nous l’enverrons quand vous serez de nouveau en ligne.',
    later: 'Le signalement n’a pas pu être envoyé pour le moment. Il est enregistré sur cet appareil et sera envoyé plus tard.',
    'signed-in': 'Enregistré sur cet appareil. Nous l’enverrons quand vous vous reconnecterez.',
  },
  refused: {
    bar: 'Un signalement que vous aviez écrit n’a pas pu être accepté. Votre texte est toujours là.',
    see: 'Voir pourquoi',
    later: 'Plus tard',
    title: 'Votre signalement n’a pas été accepté',
    written: (reason, at) => `«\u202f${shortReasons[reason]}\u202f», écrit le ${dayOf(at)}`,
    text: 'Votre texte',
    copy: 'Copier le texte',
    copied: 'Copié.',
    notCopied: 'Votre navigateur a bloqué la copie. Sélectionnez le texte et copiez-le.',
    sendAgain: 'Envoyer de nouveau',
    discard: 'Supprimer le signalement',
  },
  problems: {
    REASON_NEEDED: () => 'Indiquez quel est le problème.',
    TEXT_NEEDED: () => 'Expliquez le problème.',
    TEXT_LONG: (length, lengthMax = reportTextLengthMax) =>
      `Raccourcissez le texte à ${number(lengthMax)} caractères. Il en compte ${number(length)}.`,
    REAL_EXAM: () =>
      'Cela ressemble à une question du vrai examen. L’accord accepté par les candidats interdit de diffuser ces questions\u00a0: nous ne pouvons pas accepter ce texte. Dites seulement ce qui ne va pas dans notre question.',
    QUESTION_REMOVED: () => 'Cette question a été retirée entre-temps\u00a0: il n’y a plus rien à corriger. Merci.',
    TOO_MANY: () => 'Cela fait beaucoup de signalements en peu de temps. Votre texte est toujours là\u00a0: envoyez-le dans une heure.',
    NOT_ACCEPTED: () => 'Le signalement n’a pas pu être lu. Copiez votre texte, rechargez la page et envoyez-le de nouveau.',
    EMAIL_INVALID: () => 'Saisissez une adresse e-mail valide, ou laissez le champ vide.',
    NOT_KEPT: () =>
      'Nous sommes injoignables, et ce navigateur ne peut pas enregistrer le signalement. Votre texte est toujours là\u00a0: envoyez-le quand vous serez de nouveau en ligne.',
  },
}
