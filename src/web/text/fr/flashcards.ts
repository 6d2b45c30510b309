/** Downloading questions for Anki, or as a table. */
import type { flashcards as English } from '#web/text/en/flashcards.ts'
import { counted, number, plural } from '#web/text/fr/numbers.ts'

export const flashcards: typeof English = {
  open: 'Télécharger pour Anki',
  openFailed: 'Cette partie de la page ne s’est pas chargée. Vérifiez votre connexion et réessayez.',
  title: 'Télécharger des questions pour Anki',
  sets: 'Questions',
  setNames: {
    mistakes: (count) => `Erreurs (${number(count)})`,
    flagged: (count) => `Marquées (${number(count)})`,
    all: (count) => `Toutes celles déjà faites (${number(count)})`,
  },
  format: 'Fichier',
  formats: {
    apkg: {
      name: 'Paquet Anki',
      hint: 'Des cartes avec la réponse, l’explication, les raisons, la source et les images. Importer un fichier plus récent met à jour les mêmes cartes.',
    },
    csv: { name: 'Tableau (CSV)', hint: 'Du texte simple pour Excel et d’autres programmes, sans images.' },
  },
  tooMany: (max) => `Un fichier contient au plus ${counted(max, 'question')}. Celui-ci contiendra les ${number(max)} premières.`,
  reading: 'Chargement de vos questions…',
  notRead: 'Vos questions n’ont pas pu être lues. Vérifiez votre connexion et réessayez.',
  nothing: 'Il n’y a encore rien à télécharger. Répondez d’abord à des questions ou marquez-en.',
  download: 'Télécharger',
  downloading: 'Préparation du fichier…',
  cancel: 'Annuler',
  close: 'Fermer',
  saved: (cards, left) =>
    `Le fichier contient ${counted(cards, 'question')}.${left > 0 ? ` ${counted(left, 'question')} ${plural(left, 'n’est', 'ne sont')} plus dans la banque.` : ''}`,
  howToOpen: {
    apkg: 'Ouvrez-le dans Anki sur votre ordinateur ou votre téléphone. Les cartes sont dans le paquet «\u202fPraxam\u202f».',
    csv: 'Ouvrez-le dans Excel ou un autre tableur.',
  },
  sealed: 'Votre simulation en cours contient certaines de ces questions. Terminez-la d’abord, puis téléchargez-les.',
  gone: 'Ces questions ne sont plus dans la banque. Choisissez-en d’autres.',
  tooManyFiles: 'Vous avez téléchargé beaucoup de fichiers en peu de temps. Réessayez dans une heure.',
  failed: 'Le fichier n’a pas pu être créé. Vérifiez votre connexion et réessayez.',
  sectionTitle: 'Vos questions en cartes mémoire',
  section: 'Téléchargez vos erreurs et vos questions marquées pour Anki, ou sous forme de tableau.',
}
