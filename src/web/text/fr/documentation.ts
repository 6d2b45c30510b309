/** The documentation beside a question of a simulation. A separate file, because it loads with the panel. */
import type { documentation as English } from '#web/text/en/documentation.ts'
import { counted } from '#web/text/fr/numbers.ts'

export const documentation: typeof English = {
  title: 'Documentation',
  close: 'Fermer la documentation',
  clock: 'Le chronomètre continue de tourner. Les pages s’ouvrent dans une nouvelle fenêtre.',
  search: 'Rechercher dans Microsoft Learn',
  intro: 'Voici toutes les pages auxquelles renvoient nos questions pour cet examen, par domaine de compétences.',
  pages: (count) => counted(count, 'page'),
  loading: 'Chargement des pages…',
  notLoaded: 'Les pages ne se sont pas chargées. Vérifiez votre connexion.',
  none: 'Aucune page n’est indiquée pour cet examen.',
  away: (time) => `Temps dans d’autres fenêtres depuis l’ouverture d’une page\u00a0: ${time}`,
}
