/** Corrected answer keys: the preview and progress for administrators, and what members see of their corrected results. */
import type { rescoring as English } from '#web/text/en/rescoring.ts'
import { day } from '#web/text/fr/figures/dates.ts'
import { counted, number, plural } from '#web/text/fr/numbers.ts'

const keptReasons: Record<Parameters<typeof English.kept>[0]['reason'], string> = {
  type: 'son type de question est différent',
  options: 'ses choix sont différents',
  entries: 'son corrigé n’a pas le même nombre d’éléments',
  missing: 'elle n’est pas conservée',
}

/** `+12`, `−3`, `0`. */
function change(count: number): string {
  return count > 0 ? `+${number(count)}` : count < 0 ? `−${number(-count)}` : '0'
}

export const rescoring: typeof English = {
  previewTitle: 'Ce que change cette correction',
  none: 'Aucun membre n’a répondu à une version antérieure de cette question\u00a0: aucun résultat ne change.',
  nothingChanges: (attempts, members) =>
    `${counted(attempts, 'tentative')} de ${counted(members, 'membre')} ${plural(attempts, 'sera évaluée', 'seront évaluées')} avec le nouveau corrigé. Aucun résultat ne change.`,
  summary: (attempts, members, changedMembers) =>
    `${counted(attempts, 'tentative')} de ${counted(members, 'membre')} ${plural(attempts, 'sera réévaluée', 'seront réévaluées')}. Pour ${counted(changedMembers, 'membre')}, l’évaluation de la réponse change, et un avis ${plural(changedMembers, 'lui', 'leur')} est envoyé.`,
  columns: { what: 'Ce qui change', count: 'Combien' },
  toCorrect: 'Réponses qui deviennent correctes',
  toIncorrect: 'Réponses qui deviennent incorrectes',
  simulationsGained: 'Simulations qui atteignent le seuil de réussite',
  simulationsLost: 'Simulations qui passent sous le seuil de réussite',
  practiceGained: 'Résultats d’entraînement qui atteignent le seuil de réussite',
  practiceLost: 'Résultats d’entraînement qui passent sous le seuil de réussite',
  cards: 'Questions replanifiées dans la révision du jour',
  progress: 'Membres dont la progression change',
  scoresTitle: 'Scores qui changent',
  scoreColumns: { points: 'Points de pourcentage', attempts: 'Tentatives' },
  points: (points) => (points === 0 ? 'Moins d’un demi-point' : change(points)),
  keptTitle: 'Résultats inchangés',
  kept: ({ version, reason, attempts }) =>
    `${counted(attempts, 'tentative')} avec la version ${version}\u00a0: ${keptReasons[reason]}, donc les réponses ne peuvent pas être comparées.`,

  progressTitle: 'Réévaluation',
  running: 'Les résultats sont en cours de rectification. Vous pouvez quitter cette page\u202f; le travail continue.',
  finished: (attempts, notices) =>
    `Terminé\u00a0: ${counted(attempts, 'tentative réévaluée', 'tentatives réévaluées')}, ${counted(notices, 'membre averti', 'membres avertis')}.`,
  done: (done, total) => `${number(done)} sur ${counted(total, 'tentative')}`,
  progressLabel: 'Tentatives réévaluées',

  noticesLabel: 'Résultats rectifiés',
  notice: (id, date, attempts) =>
    `Le ${day(date)}, nous avons rectifié le corrigé d’une question ${id} à laquelle vous aviez répondu. Votre réponse a été réévaluée dans ${attempts === 1 ? 'une tentative' : counted(attempts, 'tentative')}.`,
  toAttempt: (attempts) => (attempts === 1 ? 'Voir la tentative' : 'Voir la dernière tentative'),
  toChanges: 'Toutes les corrections',
  dismiss: 'Masquer',
  dismissing: 'Un instant…',
  notDismissed: 'L’avis n’a pas pu être masqué. Vérifiez votre connexion et réessayez.',

  earlierTitle: 'Rectifié',
  earlierResult: (date, correct, total) => `Résultat avant la correction du ${day(date)}\u00a0: ${number(correct)} sur ${number(total)}`,
  earlierAnswer: (date) => `Un corrigé a été rectifié le ${day(date)}`,
  becameCorrect: 'Votre réponse comptait comme incorrecte\u202f; elle compte maintenant comme correcte.',
  becameIncorrect: 'Votre réponse comptait comme correcte\u202f; elle compte maintenant comme incorrecte.',
  unchanged: 'Votre réponse compte comme avant.',
  reason: 'Raison de la correction (en anglais)',
  earlierQuestion: 'La question telle qu’elle était',
  earlierExplanation: 'L’explication d’alors',
}
