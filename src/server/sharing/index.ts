/** The public API of this area. */
export { drawResultImage } from './result-image.ts'
export {
  findSharedAttempt,
  findSharedResult,
  listSharedResults,
  findShareableResult,
  parseSharedName,
  shareResult,
  sharedNameLengthMax,
  stopSharing,
} from './shared-results.ts'
export type { NameProblem, SharingRefusal, ShareableResult } from './shared-results.ts'
