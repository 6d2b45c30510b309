/** Importing a learner record, on the account tab of the profile. */
import type { recordImport as English } from '#web/text/en/record-import.ts'
import { counted, plural } from '#web/text/fr/numbers.ts'

const existing = (count: number) => (count > 0 ? `, ${count} déjà dans votre compte` : '')

export const recordImport: typeof English = {
  name: 'Importer mes données',
  what: 'Ajoute les tentatives, les notes, les dates d’examen et les dates de renouvellement d’un fichier venu de cette installation de Praxam ou d’une autre.',
  choose: 'Choisir un fichier',
  title: 'Importer mes données',
  reading: 'Lecture du fichier…',
  importing: 'Importation…',
  import: 'Importer',
  cancel: 'Annuler',
  close: 'Fermer',
  adds: 'Le fichier ajoute à votre compte\u00a0:',
  added: 'Ajouté à votre compte\u00a0:',
  attempts: (added, known) => `${counted(added, 'tentative')}${existing(known)}`,
  notes: (added, known) => `${counted(added, 'note')}${existing(known)}`,
  examDates: (added, known) => `${counted(added, 'date d’examen', 'dates d’examen')}${existing(known)}`,
  renewalDates: (added, known) => `${counted(added, 'date de renouvellement', 'dates de renouvellement')}${existing(known)}`,
  keptQuestions: (count) =>
    `${counted(count, 'question')} que ce site n’a pas ou formule autrement. Vous ${plural(count, 'la', 'les')} verrez toujours dans vos tentatives.`,
  leftOut: (count) =>
    `${counted(count, 'tentative ne peut pas être importée', 'tentatives ne peuvent pas être importées')}\u00a0: simulations en cours et tentatives sans réponse.`,
  nothing: 'Votre compte contient déjà tout ce qui peut être importé de ce fichier.',
  terms:
    'Les tentatives importées comptent dans votre progression, mais pas dans les statistiques des questions, et vous ne pouvez pas partager leurs résultats.',
  tooLarge: (megabytes) => `Le fichier dépasse ${megabytes}\u00a0Mo. Choisissez praxam-my-data.json tel que vous l’avez téléchargé.`,
  problems: {
    RECORD_UNREADABLE: 'Le fichier est endommagé. Choisissez praxam-my-data.json tel que vous l’avez téléchargé.',
    NOT_A_RECORD: 'Ce fichier ne contient pas les données d’un compte Praxam. Choisissez praxam-my-data.json.',
    NEWER_RECORD: 'Ce fichier vient d’une version plus récente de Praxam\u00a0: il ne peut pas encore être lu ici.',
    RECORD_WRONG: 'Le fichier contient des erreurs, rien n’a été importé\u00a0:',
    RECORD_FULL:
      'Votre compte ne peut pas recevoir autant de tentatives ou de questions importées. Supprimez d’abord des tentatives importées.',
    TOO_MANY_IMPORTS: 'Vous avez importé beaucoup de fichiers en peu de temps. Réessayez dans une heure.',
    TOO_MANY_NOTES: 'Votre compte a atteint le nombre maximal de notes. Supprimez-en et réessayez.',
    SIGNED_OUT: 'Votre session est fermée. Connectez-vous et choisissez de nouveau le fichier.',
    DISK_FULL: 'Le site n’a plus de place pour de nouvelles données. Réessayez plus tard.',
  },
  failed: 'Le fichier n’a pas pu être importé. Vérifiez votre connexion et réessayez. Rien ne sera importé deux fois.',
}
