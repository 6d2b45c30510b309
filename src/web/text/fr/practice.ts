/** Practice: the attempt in progress. Its results have their own texts. */
import type { exam as English } from '#web/text/en/practice.ts'
import { anyOf, counted, plural, someNumbers } from '#web/text/fr/numbers.ts'

const states = { answered: 'avec réponse', 'partly answered': 'réponse incomplète', locked: 'verrouillée' }

export const exam: typeof English = {
  title: (name) => `Entraînement\u00a0: ${name}`,
  description: (id, count) =>
    `Entraînez-vous pour ${id} avec ${counted(count, 'question')}. Chaque réponse s’affiche avec son explication et la page officielle qui la justifie.`,
  errorTitle: 'Les questions ne s’affichent pas',
  failed: 'Le chargement des questions a échoué',
  failedAdvice: 'Vos réponses sont en sécurité sur cet appareil. Vérifiez votre connexion et réessayez.',
  emptyTitle: 'Aucune question',
  empty: 'Il n’y a pas encore de question pour cette certification.',
  noAreaTitle: 'Ce domaine n’existe pas',
  noArea: (id) => `Aucun domaine de compétences de l’examen ${id} ne porte ce numéro.`,
  returnToList: 'Retour aux certifications',
  questionRemoved: 'Cette question a été retirée après le début de votre tentative. Elle ne comptera pas. Choisissez un autre numéro.',
  answeredQuestionRemoved:
    'Cette question a été retirée après le début de votre tentative\u00a0: vous ne pouvez plus changer votre réponse. Choisissez un autre numéro.',
  questionLoading: 'Chargement de la question',
  questionNotLoaded: 'Cette question n’a pas fini de se charger. Vos réponses sont en sécurité. Vérifiez votre connexion ou réessayez.',
  questionNotOnDevice:
    'Cette question n’est pas encore sur cet appareil. Connectez-vous à Internet pour la charger. Vos réponses sont en sécurité.',
  needsScript: 'Activez JavaScript pour vous entraîner. Vos réponses sont enregistrées dans ce navigateur.',
  back: (id) => `Retour à ${id}`,
  areaSet: (area) => `Seulement\u00a0: ${area}`,
  setNames: {
    mixed: 'Entraînement mixte',
    mistakes: 'Erreurs seulement',
    chosen: 'Sélection personnalisée',
    review: 'Révision du jour',
    renewal: 'Renouvellement',
  },

  saving: 'Enregistrement…',
  saved: 'Enregistré en local',
  savedOffline: 'Hors connexion, enregistré en local',
  savedInAccount: 'Enregistré',
  opening: 'Ouverture de votre tentative',
  unsavedTitle: 'Vos réponses ne sont pas enregistrées',

  questions: 'Questions',
  map: 'Plan',
  openMap: 'ouvrir le plan des questions',
  mapNotLoaded: 'Le plan des questions ne s’est pas chargé. Vérifiez votre connexion et réessayez.',
  tally: ({ answered, correct, incorrect }) =>
    correct + incorrect > 0
      ? { figure: `${correct} sur ${correct + incorrect}`, word: plural(correct, 'correcte') }
      : { figure: String(answered), word: plural(answered, 'réponse') },
  stepsName: ({ total, answered, correct, incorrect }) =>
    `${counted(answered, 'réponse')} sur ${total}${correct + incorrect > 0 ? `\u00a0: ${counted(correct, 'correcte')}, ${counted(incorrect, 'incorrecte')}` : ''}`,
  pagerName: (number, state, isFlagged) => `Question ${number}${state ? `, ${states[state]}` : ''}${isFlagged ? ', marquée' : ''}`,
  questionOf: (number, total) => `Question ${number} sur ${total}`,
  types: {
    single_choice: 'Choix unique',
    multiple_choice: 'Choix multiple',
    reorder: 'Mise en ordre',
    drag_drop: 'Association',
    statements: 'Oui ou non',
    drop_down: 'Texte à compléter',
    solution: 'Série de solutions',
  },
  nextAndLock: (number) => `Verrouiller la ${number} et continuer`,
  lockAnyway: (number) =>
    `La question ${number} est sans réponse et vous ne pourrez plus y revenir. Appuyez de nouveau sur le bouton pour la verrouiller.`,
  leftElsewhere:
    'Vous avez quitté cette question dans un autre onglet ou sur un autre appareil\u00a0: elle est verrouillée. Passez à la suivante.',
  chooseOne: 'Choisissez une réponse',
  chooseSeveral: (count) => `Choisissez ${counted(count, 'réponse')}`,
  chosenOf: (chosen, count) => `${counted(chosen, 'choisie')} sur ${count}.`,
  clearFirst: (count, chosen, letter) => `Choisissez ${counted(count, 'réponse')}. Décochez ${anyOf(chosen)} avant de choisir ${letter}.`,
  revealAnyway: (_, given, count) => `${counted(given, 'réponse')} sur ${count}. Afficher quand même\u202f?`,
  locked: 'Verrouillée, car la réponse a été affichée',
  noOptions: 'Aucun choix n’est disponible pour cette question.',
  flag: 'Marquer',
  flagged: 'Marquée',
  guess: 'J’ai deviné',
  guessed: 'Devinée',
  note: 'Note',
  noteNotLoaded: 'Votre note ne s’est pas chargée. Vérifiez votre connexion et ouvrez-la de nouveau.',
  previous: 'Précédente',
  next: 'Suivante',
  reveal: 'Afficher la réponse',
  hide: 'Masquer la réponse',
  askHelp: 'Demander à l’IA',
  helpClosed: 'L’aide n’est pas disponible pendant une simulation, comme à l’examen.',
  correctAnswer: 'Bonne réponse',
  yourAnswer: 'Votre réponse',
  yourAnswerCorrect: 'Votre réponse, correcte',
  announceCorrect: 'Correct.',
  announceIncorrect: (correctAnswer) => `Incorrect. Bonne réponse\u00a0: ${correctAnswer}.`,
  announceIncorrectParts: (correct, total) => `Incorrect. ${counted(correct, 'élément juste', 'éléments justes')} sur ${total}.`,
  announceBlank: (correctAnswer) => `Sans réponse. Bonne réponse\u00a0: ${correctAnswer}.`,
  announceBlankParts: 'Sans réponse. La bonne réponse est affichée.',
  explanation: 'Explication\u00a0:',
  reference: 'Documentation de référence',
  report: 'Signaler un problème dans cette question',

  zoom: 'Agrandir',
  tableName: (columns) => (columns ? `Tableau\u00a0: ${columns}` : 'Tableau'),
  figureNotLoaded: 'La figure agrandie ne s’est pas chargée. Vérifiez votre connexion et réessayez.',

  caseStudyNotice: 'Cette question fait partie d’une étude de cas.',
  openCaseStudy: 'Ouvrir l’étude de cas',
  caseStudyTitle: (title) => `Étude de cas\u00a0: ${title}`,
  backToQuestion: 'Retour à la question',

  controlsNotLoaded:
    'Les commandes de cette question ne se sont pas chargées. Vos réponses sont en sécurité. Vérifiez votre connexion et réessayez.',

  shortcuts: 'Raccourcis clavier',
  shortcutsNotLoaded: 'La liste des raccourcis clavier ne s’est pas chargée. Vérifiez votre connexion et réessayez.',

  finish: 'Terminer',
  finishTitle: 'Terminer cette tentative\u202f?',
  finishComplete: 'Vous avez répondu à toutes les questions.',
  finishBlank: (numbers) =>
    `${counted(numbers.length, 'question')} sans réponse\u00a0: ${someNumbers(numbers)}. Votre score ne compte que les questions auxquelles vous avez répondu.`,
  finishPartial: (numbers) =>
    `${counted(numbers.length, 'réponse incomplète', 'réponses incomplètes')}\u00a0: ${someNumbers(numbers)}. ${plural(numbers.length, 'Elle compte comme incorrecte', 'Elles comptent comme incorrectes')}.`,
  keepGoing: 'Continuer',

  openingResults: 'Ouverture de vos résultats',
  resultsNotLoadedTitle: 'Vos résultats ne se sont pas chargés',
  resultsNotLoaded: 'Vos réponses sont enregistrées. Vérifiez votre connexion et réessayez.',
  share: 'Partager ce résultat',

  helpNotLoaded: 'L’aide ne s’est pas chargée. Vérifiez votre connexion et réessayez.',
}
