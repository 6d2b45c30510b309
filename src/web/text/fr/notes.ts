/** A candidate's own note on a question. */
import type { notes as English } from '#web/text/en/notes.ts'
import { counted, number } from '#web/text/fr/numbers.ts'

export const notes: typeof English = {
  label: 'Votre note',
  onlyYou: 'Vous êtes la seule personne à la voir. Elle apparaît chaque fois que vous voyez cette question.',
  keptHere: 'Enregistrée sur cet appareil.',
  saving: 'Enregistrement…',
  saved: 'Enregistrée',
  unstored: 'Votre navigateur ne peut pas enregistrer cette note. Copiez-la avant de fermer la page.',
  length: (length, max) => `${counted(length, 'caractère')} sur ${number(max)}`,
  full: (max) => `La limite de ${number(max)} caractères est atteinte. Le reste est coupé.`,
}
