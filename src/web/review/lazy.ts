/** Parts of review that other pages download only when they need them. */

/** The screen that replaces an attempt whose question set is empty. */
export const loadEmptySet = () => import('#web/review/empty-set.tsx')
