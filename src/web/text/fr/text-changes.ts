/** The differences between two texts, for screen readers. */
import type { textChanges as English } from '#web/text/en/text-changes.ts'

export const textChanges: typeof English = { removed: 'Supprimé\u00a0:', added: 'Ajouté\u00a0:' }
