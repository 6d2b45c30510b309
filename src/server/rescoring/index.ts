/** The public API of this area. */
export { listEarlierResults } from './earlier-results.ts'
export type { RescoreEffect } from './effect.ts'
export { dismissCorrectionNotice, listCorrectionNotices } from './notices.ts'
export { previewRescore, type RescorePreviewData } from './preview.ts'
export { openRescoreQueue, rescoreMaintenance } from './queue.ts'
export { readRescore, type RescoreProgressData } from './read-rescore.ts'
export { startRescore, type RescoreJobs } from './rescore.ts'
