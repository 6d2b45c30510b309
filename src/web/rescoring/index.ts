/** The public API of this area. */
export { CorrectionNotices } from './correction-notices.tsx'
export { EarlierResults, EarlierResultsLink } from './earlier-results.tsx'
export { RescorePreview } from './rescore-preview.tsx'
export { RescoreProgress } from './rescore-progress.tsx'
