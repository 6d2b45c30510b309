/** The differences between two texts, for screen readers. */
export const textChanges = { removed: 'Removed:', added: 'Added:' }
