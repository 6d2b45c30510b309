/** The public API of this area. */
export type { TrustCard } from './trust-card.tsx'
export { loadTrustCard } from './lazy.ts'
export { RefusedReportsPlace } from './refused-reports-place.tsx'
