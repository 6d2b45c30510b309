/** The public API of this area. */
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
  type CatalogueEntry,
  type CatalogueSummary,
  type CertificationRow,
  type Author,
} from './certifications.ts'
export { listOutlines, removeOutlinesExcept, renameOutlineAreas, saveOutline } from './outlines.ts'
export { readOutline } from './outlines-file.ts'
export { findCatalogueChange, listCertificationChanges, newestDay } from './last-modified.ts'
