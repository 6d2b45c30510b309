/** What other areas may use. */
export { ProgressOverview } from './progress-overview.tsx'
