/** The entry module: what other areas may import. */
export { ProgressOverview } from './progress-overview.tsx'
