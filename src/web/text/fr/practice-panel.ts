/** The ways to practice on a certification page. */
import type * as English from '#web/text/en/practice-panel.ts'
import { counted, number, plural } from '#web/text/fr/numbers.ts'

export const practicePanel: typeof English.practicePanel = {
  title: 'S’entraîner',
  modes: 'Mode d’entraînement',
  names: {
    mixed: 'Entraînement mixte',
    area: 'Un domaine',
    mistakes: 'Erreurs',
    review: 'Révision du jour',
    renewal: 'Renouvellement',
    simulation: 'Simulation d’examen',
    all: 'Toutes les questions dans l’ordre',
  },
  mixedDetail: 'Selon le poids à l’examen',
  mixedText: 'Vos erreurs et les questions jamais vues viennent en premier. Les choix sont mélangés.',
  howMany: 'Nombre de questions',
  all: (count) => `Les ${number(count)}`,
  drawTitle: 'Questions de chaque domaine, selon le poids à l’examen',
  draw: ({ wrong, unanswered, again }) => {
    const parts = [
      wrong > 0 && counted(wrong, 'erreur'),
      unanswered > 0 && counted(unanswered, 'nouvelle'),
      again > 0 && `${again} à refaire`,
    ]
    return `Ce tirage, selon le poids à l’examen\u00a0: ${parts.filter(Boolean).join(', ')}`
  },
  areaCount: (area, count) => `${area}\u00a0: ${count}`,
  pace: (ms) => `Environ ${counted(Math.max(1, Math.round(ms / 60_000)), 'minute')} à votre rythme`,
  start: (count) => `Faire ${counted(count, 'question')}`,
  more: 'Plus de choix',
  only: { unseen: 'Seulement les questions jamais vues', flagged: 'Seulement les questions marquées' },
  showTime: 'Afficher le temps passé sur chaque question',
  custom: 'Choisir les domaines et les types de questions',
  areaDetail: (count) => counted(count, 'domaine'),
  areaText: 'Dans un seul domaine, vos erreurs et les questions jamais vues viennent en premier. Les choix sont mélangés.',
  areas: 'Domaine de compétences',
  areaInOrder: (count, total) => {
    if (count === 1) return 'La seule question du domaine'
    return `Les ${count === total ? counted(count, 'question') : `${number(count)} premières questions`} du domaine dans l’ordre`
  },
  unseenOf: (unseen, count) => `${number(unseen)} sur ${number(count)} jamais ${plural(unseen, 'vue')}`,
  mistakesDetail: 'À corriger',
  toFix: (count) => `${count} à corriger`,
  mistakesText: 'Les questions où votre dernière réponse était incorrecte. Une question sans réponse ne compte pas comme une erreur.',
  reviewMistakes: 'Corriger mes erreurs',
  chooseMistakes: 'Choisir les erreurs à corriger',
  dueToday: (count) => (count === undefined ? 'À revoir aujourd’hui' : `${count} à revoir aujourd’hui`),
  forMembers: 'Avec un compte',
  simulationDetail: (questions, minutes) => `${counted(questions, 'question')}, ${minutes} min`,
  simulationText: 'Chronométrée et pondérée comme l’examen. Les réponses s’affichent à la fin.',
  allDetail: (count) => counted(count, 'question'),
  allText: (count, total) => {
    const questions = count === total ? counted(count, 'question') : `Les ${number(count)} premières des ${counted(total, 'question')}`
    return `${questions} de notre banque, toujours dans le même ordre. Arrêtez-vous quand vous voulez et continuez plus tard.`
  },
  startAll: 'Faire toutes les questions',
  unfinished: (set) => `Tentative en cours\u00a0: ${modeOf(set)}`,
  position: (number, total) => `question ${number} sur ${total}`,
  stoppedAt: (position) => `Vous en étiez à la ${position}.`,
  answered: (set, count) => `${modeOf(set)}, ${counted(count, 'réponse')} jusqu’ici.`,
  resume: 'Reprendre',
  finish: 'Terminer la tentative',
  notFinished:
    'La tentative n’a pas pu être terminée\u00a0: le stockage de votre navigateur est inaccessible. Rechargez la page et réessayez.',
}

/** The name of the mode that practices a question set. */
export const modeOf: typeof English.modeOf = (set) => {
  switch (set) {
    case 'mixed':
      return practicePanel.names.mixed
    case 'all':
      return practicePanel.names.all
    case 'mistakes':
      return practicePanel.names.mistakes
    case 'review':
      return practicePanel.names.review
    case 'renewal':
      return practicePanel.names.renewal
    case 'simulation':
      return practicePanel.names.simulation
    case 'chosen':
      return 'Sélection personnalisée'
    default:
      return practicePanel.names.area
  }
}
