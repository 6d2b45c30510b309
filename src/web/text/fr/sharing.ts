/** Shared results: the public page, and the pages where a member shares a result or stops sharing it. */
import type { AnswerShare } from '#exam/answer-share.ts'
import type { sharing as English } from '#web/text/en/sharing.ts'
import { day } from '#web/text/fr/figures/dates.ts'
import { counted as countedOf } from '#web/text/fr/numbers.ts'
import { exam } from '#web/text/fr/practice.ts'
import { results } from '#web/text/fr/results.ts'

const note = 'Résultat d’entraînement, sans lien avec Microsoft.'

export const sharing: typeof English = {
  kinds: {
    all: 'Entraînement sur toutes les questions',
    area: 'Entraînement dans un domaine de compétences',
    mixed: 'Entraînement mixte',
    mistakes: 'Entraînement sur d’anciennes erreurs',
    chosen: 'Entraînement sur une sélection personnalisée',
    review: 'Révision du jour',
    renewal: 'Entraînement au renouvellement',
    simulation: 'Simulation d’examen',
  },
  practice: 'Résultat d’entraînement',
  simulation: 'Résultat de simulation',
  // “de” would need an elision before some names.
  of: 'obtenu par',
  someone: 'une personne anonyme',
  someoneAlone: 'Anonyme',
  pageTitle: (kind, name, share, id) => `${kind} obtenu par ${name}\u00a0: ${score(share)}, ${id}`,
  pageDescription: (correct, total, date) => `${counted(correct, total)}, ${day(date)}. ${note}`,
  score,
  finishedOn: (date) => `Terminé le ${day(date)}`,
  correctedOn: (date) => `Mis à jour le ${day(date)}, après la rectification d’un corrigé.`,
  countedShortly: counted,
  counted: (correct, total) => `${counted(correct, total)}.`,
  note,
  noteMore:
    'Il porte sur des questions traitées sur ce site. Ce n’est pas un certificat, et il ne prédit pas votre résultat au vrai examen, dont les questions sont différentes et qui a sa propre échelle.',
  tryIt: 'Essayez vous-même',
  tryItText: 'Les questions sont gratuites et ne demandent pas de compte.',
  practiceExam: (id) => `S’entraîner\u00a0: ${id}`,
  about: (id) => `L’examen ${id}`,

  listTitle: 'Résultats partagés',
  listLede:
    'Toute personne qui a le lien peut voir ces résultats. Quand vous cessez d’en partager un, sa page et son image disparaissent aussitôt.',
  none: `Vous n’avez partagé aucun résultat. Ouvrez une tentative terminée dans votre historique et choisissez «\u202f${exam.share}\u202f».`,
  result: (id, share) => `${id}, ${score(share)}`,
  sharedOn: (date) => `Partagé le ${day(date)}`,
  shownAs: (name) => `Nom affiché\u00a0: ${name}`,
  open: 'Ouvrir la page',
  change: 'Lien et nom',
  stopSharing: 'Ne plus partager',
  stoppingSharing: 'Arrêt…',

  shareTitle: 'Partager un résultat',
  shareLede:
    'Le partage crée une page avec ce que vous voyez ci-dessous. Toute personne qui a le lien peut l’ouvrir. Nous demandons aux moteurs de recherche de ne pas la référencer. Vous pouvez cesser de partager à tout moment.',
  sharedTitle: 'Résultat partagé',
  sharedLede:
    'Toute personne qui a le lien peut ouvrir la page. Celles qui en ont gardé une copie la conservent, même si vous cessez de partager.',
  name: 'Nom à afficher',
  nameHint: 'Au plus 60 caractères. Laissez ce champ vide pour apparaître comme «\u202fAnonyme\u202f».',
  share: 'Partager',
  sharing: 'Partage…',
  saveName: 'Enregistrer le nom',
  saving: 'Enregistrement…',
  address: 'Lien vers la page',
  copy: 'Copier le lien',
  copied: 'Copié.',
  notCopied: 'Votre navigateur a bloqué la copie. Le lien est sélectionné\u00a0: copiez-le depuis le champ.',
  seen: 'Ce que les autres voient',
  toList: 'Tous les résultats partagés',
  toProfile: 'Retour à votre profil',

  done: {
    shared: 'Résultat partagé. Envoyez le lien à qui vous voulez.',
    'name-saved': 'Nom enregistré.',
    stopped: 'Ce résultat n’est plus partagé. Sa page et son image ont disparu.',
  },

  problems: {
    NAME_LONG: 'Raccourcissez le nom à 60 caractères au plus.',
    NAME_UNREADABLE: 'Le nom contient des caractères qui ne peuvent pas être affichés. Saisissez-le au lieu de le coller.',
    ATTEMPT_MISSING: 'Cette tentative n’est pas dans votre compte.',
    ATTEMPT_UNFINISHED: 'Terminez d’abord cette tentative. Vous pourrez ensuite partager son résultat.',
    ATTEMPT_EMPTY: 'Cette tentative n’a aucune réponse à compter\u00a0: il n’y a pas de résultat à partager.',
    ATTEMPT_IMPORTED: 'Cette tentative vient d’un fichier importé\u00a0: son résultat ne peut pas être partagé.',
    TOO_MANY_A_DAY: 'Vous avez partagé ou renommé 30 résultats aujourd’hui. Réessayez demain.',
    TOO_MANY_SHARED: 'Vous partagez déjà 200 résultats. Cessez d’en partager un, puis partagez celui-ci.',
  },
}

function counted(correct: number, total: number): string {
  return `${countedOf(correct, 'bonne réponse', 'bonnes réponses')} sur ${total}`
}

/** `84 %` or, with too few answers for a percentage, `2 sur 3`. */
function score({ correct, total, percent }: AnswerShare): string {
  return percent === null ? results.correctOf(correct, total) : results.percent(percent)
}
