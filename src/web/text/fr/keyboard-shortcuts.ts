/** The dialog with the keyboard shortcuts. A separate file, because it loads with the dialog. */
import type { keyboardShortcuts as English } from '#web/text/en/keyboard-shortcuts.ts'

export const keyboardShortcuts: typeof English = {
  title: 'Raccourcis clavier',
  list: [
    { keys: 'A – H  1 – 8', does: 'Choisir une réponse ou annuler ce choix' },
    { keys: '← →', does: 'Question précédente ou suivante' },
    { keys: 'N  P', does: 'Question suivante ou précédente' },
    { keys: 'Alt ↑ ↓', does: 'Monter ou descendre une étape' },
    { keys: 'Suppr', does: 'Vider un emplacement' },
    { keys: 'R', does: 'Afficher ou masquer la réponse' },
    { keys: 'M', does: 'Marquer la question' },
    { keys: 'U', does: 'Indiquer que vous avez deviné' },
    { keys: 'G', does: 'Ouvrir ou fermer le plan des questions' },
    { keys: 'Z', does: 'Agrandir la figure' },
    { keys: 'O', does: 'Ouvrir la documentation' },
    { keys: 'L', does: 'Afficher une question traduite en anglais, en français ou dans les deux langues' },
    { keys: 'T', does: 'Ouvrir votre note' },
    { keys: '/', does: 'Ouvrir l’aide' },
    { keys: 'Échap', does: 'Quitter une liste déroulante pour retrouver les raccourcis' },
    { keys: '?', does: 'Afficher les raccourcis' },
  ],
  enable: 'Activer les raccourcis',
}
