/** The public API of this area. */
export { ProgressOverview } from './progress-overview.tsx'
