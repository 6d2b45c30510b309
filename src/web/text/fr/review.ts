/** Custom sets and the daily review. */
import type { review as English } from '#web/text/en/review.ts'
import { day } from '#web/text/fr/figures/dates.ts'
import { counted, plural } from '#web/text/fr/numbers.ts'

export const review: typeof English = {
  buildTitle: 'Créer une sélection personnalisée',
  buildPageTitle: (id) => `Créer une sélection ${id}, Praxam`,
  buildDescription: (id) =>
    `Choisissez les questions ${id} à travailler\u00a0: vos erreurs, les domaines de compétences, les types de questions et leur nombre.`,
  buildLede: 'Choisissez ce que vous voulez travailler. Un groupe où rien n’est coché comprend tout.',
  needsScript: 'Activez JavaScript pour créer une sélection. Cette page utilise les réponses enregistrées dans votre navigateur.',
  filtersTitle: 'Votre historique',
  filters: { wrong: 'Dernière réponse incorrecte', unseen: 'Jamais vues', flagged: 'Marquées' },
  areasTitle: 'Domaines de compétences',
  typesTitle: 'Types de questions',
  counting: 'Chargement de votre historique',
  source: {
    device: 'D’après vos tentatives dans ce navigateur.',
    account: 'D’après vos tentatives sur tous vos appareils.',
    unanswered: 'Votre compte est injoignable\u00a0: ces chiffres viennent de vos tentatives dans ce navigateur.',
    nothing: 'Votre navigateur bloque le stockage\u00a0: toutes les questions comptent comme jamais vues.',
  },
  matches: (count, total) => `${counted(count, 'question')} sur ${total} ${plural(count, 'correspond', 'correspondent')}`,
  noMatches: 'Aucune question ne correspond. Retirez un filtre.',
  nothingWrong: 'Vous n’avez aucune erreur à corriger pour le moment. Faites une simulation, ou dix questions de plus.',
  length: 'Nombre de questions',
  lengthHint: (max) => (max === 1 ? 'Il n’y en a qu’une.' : `Saisissez un nombre de 1 à ${max}.`),
  lengthCut: (max) =>
    max === 1
      ? 'Une seule question correspond\u00a0: la sélection en compte une.'
      : `Seules ${max} questions correspondent\u00a0: la sélection en compte ${max}.`,
  lengthProblem: (max) => `Saisissez un nombre entier de 1 à ${max}.`,
  allOfThem: (count) => `Toutes (${count})`,
  order: 'Ordre',
  orders: { mixed: 'Erreurs et questions jamais vues d’abord', shuffled: 'Au hasard', bank: 'Ordre de la banque' },
  startSet: (count) => `Faire ${counted(count, 'question')}`,
  setInProgress: (number, total) =>
    `Vous avez une sélection personnalisée en cours, à la question ${number} sur ${total}. En commencer une autre la termine, et ses réponses comptent.`,
  resumeSet: 'Reprendre',

  noMistakesTitle: 'Aucune erreur à corriger',
  noMistakes: (id) => `Il n’y a aucune erreur ${id} à corriger sur cet appareil. Terminez une tentative pour voir vos erreurs.`,
  noMixedTitle: 'Pas encore d’entraînement mixte',
  noMixed: (id) => `Cet appareil n’a pas d’entraînement mixte pour ${id}. Commencez-en un\u00a0: il dure une dizaine de minutes.`,
  noRenewalTitle: 'Pas encore d’entraînement au renouvellement',
  noRenewal: (id) =>
    `Cet appareil n’a pas d’entraînement au renouvellement pour ${id}. Indiquez quand vous avez obtenu cette certification, et commencez.`,
  chooseMonth: 'Choisir le mois',
  noSetTitle: 'Pas encore de sélection',
  noSet: (id) => `Vous n’avez pas créé de sélection personnalisée pour ${id} sur cet appareil.`,

  pageTitle: (id) => `Révision du jour ${id}, Praxam`,
  pageDescription: (id) => `Les questions ${id} auxquelles vous avez déjà répondu et qui sont à revoir aujourd’hui.`,
  title: 'Révision du jour',
  what: 'Chaque question revient juste avant que vous ne l’oubliiez.',
  start: (count) => `Réviser ${counted(count, 'question')}`,
  starting: 'Démarrage…',
  continueReview: 'Continuer votre révision',
  due: (today, all) => {
    if (today < all) return `${counted(all, 'question')} à revoir. Votre limite quotidienne en permet ${today} aujourd’hui.`
    return `${counted(all, 'question')} à revoir aujourd’hui.`
  },
  enoughToday: (left) =>
    `Votre limite quotidienne est atteinte. Encore ${counted(left, 'question')} à revoir\u00a0: ${plural(left, 'elle vous sera proposée', 'elles vous seront proposées')} demain.`,
  nextOn: (date) => `Rien à revoir. La prochaine question revient le ${day(date)}.`,
  nothingScheduled: 'Rien n’est encore planifié. Une question l’est dès que sa réponse est affichée ou sa tentative terminée.',
  unanswered: 'Vos questions à revoir ne se sont pas chargées. Vérifiez votre connexion et réessayez.',
  tryAgain: 'Réessayer',
  dueCount: (count) => `${counted(count, 'question')} à revoir`,
  dueOn: (date) => `Prochain passage le ${day(date)}`,
  leftToday: (count) => `Encore ${count} dans la limite d’aujourd’hui, tous examens confondus.`,
  forMembers: 'Elle planifie des semaines à l’avance, sur tous vos appareils\u00a0: il lui faut donc un compte.',
  signIn: 'Se connecter',
  createAccount: 'Créer un compte',
  loadingDue: 'Chargement de vos questions à revoir',
  reviewNeedsScript: 'Activez JavaScript pour utiliser la révision du jour.',
  guestWhat: (id) =>
    `La révision du jour planifie chaque question ${id} à laquelle vous répondez pour le jour où vous êtes sur le point de l’oublier, des semaines à l’avance et sur tous vos appareils. Un navigateur peut effacer ses données\u00a0: le planning a donc besoin d’un compte.`,
  meanwhile: 'Ou entraînez-vous maintenant',
  practiceIncorrect: 'Corriger mes erreurs',
  practiceNew: 'Faire de nouvelles questions',
}
