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
  type NameProblem,
  type SharingRefusal,
  type ShareableResult,
  type SharedResult,
} from './shared-results.ts'
