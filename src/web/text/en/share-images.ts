/** Texts on the share images of English pages. */
import type { ShareImageTexts } from '#server/share-images/index.ts'

export const card: ShareImageTexts = {
  kind: 'Practice exam',
  guide: 'Guide',
  retired: 'Retired exam',
  note: 'Independent practice exams, not affiliated with Microsoft',
}
