/** Words on the cards of French pages. */
import type { CardWords } from '#server/share-images/index.ts'

export const card: CardWords = {
  kind: 'Guide',
  retired: 'Examen retiré',
  note: 'Entraînement indépendant, sans lien avec Microsoft',
}
