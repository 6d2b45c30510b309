/** What other areas may use. */
export { drawResultImage } from './result-image.ts'
export {
  findSharedAttempt,
  findSharedResult,
  listSharedResults,
  readResult,
  readSharedName,
  shareResult,
  sharedNameLengthMax,
  stopSharing,
} from './shared-results.ts'
export type { NameProblem, SharingRefusal, ShownResult } from './shared-results.ts'
