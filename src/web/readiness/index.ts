/** The public API of this area. */
export { ReadinessCard } from './readiness-card.tsx'
