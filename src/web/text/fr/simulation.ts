/** Simulations: the start page, the timed attempt, and the additions to its results. */
import { clock } from '#web/text/simulation/clock.ts'
import type { simulation as English } from '#web/text/en/simulation.ts'
import { dayOf } from '#web/text/fr/figures/dates.ts'
import { allOf, counted, plural } from '#web/text/fr/numbers.ts'
import { span } from '#web/text/fr/figures/durations.ts'

/** `Votre réponse à la question 4`, `Vos réponses aux questions 4 et 7`. */
const answersTo = (numbers: readonly number[]) =>
  `${plural(numbers.length, 'Votre réponse à la question', 'Vos réponses aux questions')} ${allOf(numbers.map(String))}`

export const simulation: typeof English = {
  pageTitle: (id, name) => `Simulation ${id}\u00a0: ${name}`,
  pageDescription: (id, questions, minutes) =>
    `Simulation chronométrée de l’examen ${id}\u00a0: ${counted(questions, 'question')} selon le poids des domaines, ${counted(minutes, 'minute')}, réponses à la fin. Gratuit, sans compte.`,
  title: (name) => `Simulation\u00a0: ${name}`,
  lede: 'Les conditions de l’examen\u00a0: chronomètre, pondération réelle et aucune réponse avant la fin.',

  series: (count) => `Série de ${counted(count, 'question')} sur le même scénario. Une question quittée ne peut plus être rouverte.`,
  seriesName: 'Série',
  closed: 'verrouillée',

  aboutExam: 'L’examen et les compétences qu’il évalue',

  length: 'Durée',
  lengthNames: { full: 'Durée complète', half: 'Demi-durée', short: 'Courte' },
  wholeBank: 'Toutes nos questions',
  lengthWords: (questions, minutes) => `${counted(questions, 'question')}, ${counted(minutes, 'minute')}`,
  lengthAbout: 'Le nombre de questions de l’examen varie\u00a0: le nôtre est une estimation.',
  lengthUnknown: 'Microsoft n’a pas publié la durée de cet examen. La nôtre est habituelle pour son niveau.',
  lengthApproximate: 'Nous n’avons pas pu vérifier le nombre de questions ni la durée de cet examen. Les nôtres sont une estimation.',
  lengthOfBank: (count) =>
    `Notre banque compte ${counted(count, 'question')} pour cet examen, moins que l’examen n’en comporte. La durée est réduite en proportion.`,
  extraTime: 'Temps supplémentaire',
  extraTimeHint: 'Pour les personnes qui bénéficient d’un temps supplémentaire à l’examen.',
  extraTimeNames: { 1: 'Aucun', 1.25: '25\u00a0% de plus', 1.5: '50\u00a0% de plus', 2: 'Double' },
  start: 'Commencer la simulation',
  starting: 'Démarrage…',
  startHint: (minutes) =>
    `Le chronomètre démarre aussitôt et ne peut pas être mis en pause. Vous disposez de ${counted(minutes, 'minute')}.`,
  needsScript: 'Activez JavaScript pour faire une simulation.',
  needsNetwork:
    'Vous êtes hors connexion. Une simulation a besoin d’une connexion, car ses corrigés restent sur le serveur jusqu’à la fin. Hors connexion, vous pouvez vous entraîner.',
  startFailed: 'La simulation n’a pas pu commencer. Vérifiez votre connexion et réessayez.',
  tooMany: 'Trop de simulations ont été commencées depuis votre réseau. Reprenez l’une d’elles, ou réessayez dans une heure.',
  signedOut:
    'Rien n’a commencé\u00a0: votre session a été fermée ou une autre personne s’est connectée. Connectez-vous de nouveau, ou rechargez la page pour commencer avec le compte actuellement connecté.',
  alreadyInProgress: 'Rien n’a commencé\u00a0: une simulation de cet examen est déjà en cours. Rechargez la page pour la reprendre.',
  startedElsewhereTitle: 'Votre simulation est en cours',
  startedElsewhere:
    'Vous avez déjà commencé une simulation dans un autre onglet ou sur un autre appareil. Reprenez-la, ou terminez-la pour en commencer une autre. Le chronomètre tourne toujours.',
  resume: 'Reprendre',
  leftBehind: {
    signedOut:
      'Votre simulation continue dans votre compte et son chronomètre tourne toujours. Connectez-vous pour la reprendre, ou rechargez la page pour en commencer une sans compte.',
    otherMember:
      'Votre simulation continue dans votre compte et son chronomètre tourne toujours. Reconnectez-vous pour la reprendre, ou rechargez la page pour en commencer une avec le compte actuellement connecté.',
  },
  outdated: 'Les questions de cet examen ont changé. Rechargez la page et choisissez de nouveau.',

  whatItIs: 'Ce qu’est une simulation, et ce qu’elle n’est pas',
  facts: [
    {
      title: 'Pondérée comme l’examen',
      text: 'Chaque domaine de compétences a sa part de questions. Les questions d’une étude de cas restent ensemble. Les choix sont mélangés chaque fois.',
    },
    {
      title: 'Rien n’est dévoilé avant la fin',
      text: 'Aucun corrigé, aucune explication ni aucune source ne parvient à votre navigateur avant la fin, et il n’y a pas d’indice. Vous pouvez marquer une question, la passer et y revenir.',
    },
    {
      title: 'Le serveur mesure le temps',
      text: 'Recharger ou fermer la page n’arrête pas le chronomètre. Quand le temps est écoulé, nous corrigeons ce que nous avons reçu.',
    },
    {
      title: 'Ce n’est pas le vrai examen',
      text: 'Nous écrivons nos propres questions à partir de la documentation. Les vraies questions sont différentes, et Microsoft utilise sa propre échelle.',
    },
  ],
  savedWhere:
    'Sans compte, votre simulation n’est accessible que dans ce navigateur, pendant 30 jours. Avec un compte, elle reste dans votre historique. Vous pouvez aussi vous connecter plus tard et l’y ajouter.',
  savedHere:
    'Vous avez commencé sans compte. Cette simulation n’est accessible que dans ce navigateur, pendant 30 jours, sauf si vous vous connectez et l’ajoutez à votre compte.',
  last: (at) => `Votre dernière simulation de cet examen date du ${dayOf(at)}.`,
  seeLast: 'Voir les résultats',
  unread:
    'Le stockage de votre navigateur est inaccessible\u00a0: nous ne pouvons pas retrouver les simulations que vous avez commencées ici sans compte. Rechargez la page pour réessayer.',
  none: 'Il n’y a pas encore de question pour cette certification.',

  unreachableTitle: 'Votre simulation est en cours',
  unreachable: (waiting) =>
    `Le serveur est injoignable pour le moment.${waiting > 0 ? ` ${counted(waiting, 'réponse')} sur cet appareil ${plural(waiting, 'sera envoyée', 'seront envoyées')} à votre retour en ligne.` : ''} Le chronomètre tourne toujours. Rétablissez la connexion et réessayez.`,
  tryAgain: 'Réessayer',

  clock,
  left: (seconds) => `Reste ${clock(seconds)}`,
  timeLeft: 'Temps restant',
  hideTime: 'Masquer le temps',
  showTime: 'Afficher le temps',
  notices: { 30: 'Il reste 30 minutes.', 5: 'Il reste 5 minutes.', 1: 'Il reste 1 minute.' },
  noticesLess: { 30: 'Il reste moins de 30 minutes.', 5: 'Il reste moins de 5 minutes.', 1: 'Il reste moins d’une minute.' },
  closeNotice: 'Fermer',
  asleep: (ms, leftMs, isEstimate) =>
    `Votre appareil ou cette page était en veille pendant ${span(ms)}, et le chronomètre a continué de tourner. ${leftMs > 0 ? `Au réveil, il restait ${span(leftMs)}.` : 'Au réveil, le temps était écoulé.'}${isEstimate ? ' C’est ce qu’indique l’horloge de votre appareil. Nous le vérifierons à votre retour en ligne.' : ''}`,
  saving: 'Envoi…',
  saved: 'Enregistré',
  waiting: 'Pas encore envoyé',
  offlineTitle: 'Vous êtes hors connexion',
  offline: (numbers) => {
    const waiting =
      numbers.length === 0
        ? 'Toutes vos réponses ont été envoyées.'
        : `${answersTo(numbers)} ${plural(numbers.length, 'sera envoyée', 'seront envoyées')} à votre retour en ligne.`
    return `Une simulation a besoin d’une connexion. ${waiting} Seules comptent les réponses qui arrivent avant la fin du temps.`
  },
  notReceivedTitle: 'Nous ne recevons pas vos réponses pour le moment',
  notReceived: (numbers) => {
    const waiting = `${answersTo(numbers)} ${plural(numbers.length, 'sera renvoyée', 'seront renvoyées')}`
    return `${numbers.length === 0 ? 'Nous réessayons' : waiting} à quelques secondes d’intervalle. Vérifiez votre connexion et laissez cette page ouverte. Seules comptent les réponses qui arrivent avant la fin du temps.`
  },
  notSavedTitle: 'Vos réponses ne sont pas enregistrées sur cet appareil',
  notSaved: {
    unavailable:
      'Votre navigateur bloque le stockage (peut-être en navigation privée). Vos réponses sont envoyées au fur et à mesure. Si vous n’avez pas de compte, gardez cette page ouverte jusqu’à ce que vous ayez vu vos résultats.',
    full: 'Le stockage de votre navigateur est plein. Vos réponses sont envoyées au fur et à mesure. Si vous n’avez pas de compte, gardez cette page ouverte jusqu’à ce que vous ayez vu vos résultats.',
  },
  refused: {
    signedOut:
      'Votre session est fermée\u00a0: vos réponses ne peuvent pas être envoyées. Reconnectez-vous dans un autre onglet. Le chronomètre tourne toujours.',
    missing: 'Le serveur n’a plus cette simulation. Vos réponses restent sur cet appareil mais ne peuvent pas être corrigées.',
    other: 'Le serveur n’accepte plus de réponses. Terminez maintenant pour que les réponses reçues soient corrigées.',
  },
  back: (id) => `Retour à ${id}. Le chronomètre continue de tourner`,

  review: 'Vérifier et terminer',
  reviewTitle: 'Avant de terminer',
  counts: {
    answered: (count) => `${count} avec réponse`,
    partly: (count) => counted(count, 'réponse incomplète', 'réponses incomplètes'),
    blank: (count) => `${count} sans réponse`,
    flagged: (count) => counted(count, 'marquée'),
  },
  reviewHint:
    'Choisissez un numéro pour aller à cette question. Base pleine\u00a0: avec réponse. À demi pleine\u00a0: réponse incomplète. Coin plié\u00a0: marquée.',
  blankCounts: 'Une question sans réponse compte comme incorrecte\u00a0: deviner ne coûte rien.',
  submit: 'Terminer',

  submittingTitle: 'Envoi de vos réponses',
  submitting: 'Nous corrigeons vos réponses. Cela prend un instant.',
  timeIsUpTitle: 'Le temps est écoulé',
  submitOffline: (numbers) =>
    numbers.length === 0
      ? 'Nous avons reçu toutes vos réponses. Vos résultats s’afficheront à votre retour en ligne.'
      : `Vous êtes hors connexion. ${answersTo(numbers)} ${plural(numbers.length, 'sera envoyée à votre retour en ligne et comptera si elle part', 'seront envoyées à votre retour en ligne et compteront si elles partent')} avant la fin du temps.`,

  finishedOn: (at, tookMs) => `Simulation terminée le ${dayOf(at)} en ${span(tookMs)}`,
  timeRanOut: 'Le temps s’est écoulé. Nous avons corrigé toutes les réponses données jusque-là.',
  late: (numbers) =>
    `${answersTo(numbers)} ${plural(numbers.length, 'est arrivée trop tard pour être corrigée', 'sont arrivées trop tard pour être corrigées')}.`,
  points: (points, of) => `${counted(points, 'point')} sur ${of}, ${plural(points, 'compté')} comme à l’examen.`,
  pointsText:
    'Chaque partie correcte d’une réponse vaut un point\u00a0: un choix, une étape à sa place, une association, une affirmation ou un champ. Une partie fausse ne coûte rien, mais chaque choix au-delà du nombre demandé coûte un point. Le pourcentage ci-dessus ne compte que les questions entières. Aucun des deux n’est le score de Microsoft, dont le calcul n’est pas publié.',
  timeAway: (ms, of) =>
    ms === 0
      ? 'Documentation ouverte\u00a0: aucun temps dans d’autres fenêtres.'
      : `Documentation ouverte\u00a0: après l’ouverture d’une page, ${span(ms)} sur ${span(of)} dans d’autres fenêtres.`,
  earlier: 'Vos simulations précédentes de cet examen',
  earlierDate: 'Commencée le',
  thisTime: 'Ce résultat',
  earlierText: 'Les points sont l’écart entre les scores en pourcentage.',
  morePoints: (more) => (more === 0 ? 'identique' : `${counted(Math.abs(more), 'point')} ${more > 0 ? 'de plus' : 'de moins'}`),
  again: 'Nouvelle simulation',
}
