/** Texts on the share images of English pages. */
import type { CardWords } from '#server/share-images/index.ts'

export const card: CardWords = {
  kind: 'Practice exam',
  retired: 'Retired exam',
  note: 'Independent practice exams, not affiliated with Microsoft',
}
