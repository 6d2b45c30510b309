/** The public API of this area. */
export { certificationId } from './certification-id.ts'
export { certificationShape, checkCertification, readCertifications } from './certifications-file.ts'
export {
  contentFiles,
  findCertification,
  findCertificationRow,
  listCertificationRows,
  listActiveExams,
  listCertifications,
  lockReferencedCertification,
  nextPosition,
  readCertification,
  removeLoadedCertificationsExcept,
  saveCertification,
  type CatalogEntry,
  type CatalogSummary,
  type CertificationRow,
  type Author,
} from './certifications.ts'
export { findTerms, saveGlossaries, type FoundTerm } from './glossary.ts'
export { listRepeatedTerms, readGlossary } from './glossary-file.ts'
export { findOutlineChange, listOutlines, removeLoadedOutlinesExcept, renameOutlineAreas, saveOutline } from './outlines.ts'
export { parseNewOutline, readOutline, type NewOutline } from './outlines-file.ts'
export { findCatalogChange, listCertificationChanges, newestDay } from './last-modified.ts'
