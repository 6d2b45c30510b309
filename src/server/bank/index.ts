/** The public API of this area. */
export { listOutlineFacts, sourceOf } from './question-source.ts'
export {
  addCaseStudy,
  changeCaseStudy,
  deleteCaseStudy,
  findStoredCaseStudy,
  listCaseStudyEntries,
  type CaseStudyEntry,
  type StoredCaseStudy,
} from './case-studies.ts'
export { addCertification, changeCertification, deleteCertification } from './certification-editing.ts'
export { exportBank } from './export/export.ts'
export { findExportProblem } from './export/limits.ts'
export { writeTemplate } from './export/template.ts'
export { findImage, listImages, type ImageUse, type ListedImage } from './images/image-list.ts'
export { byteOrderMark, printCsvLine } from './formats/table/csv-line.ts'
export { imageAddress } from './images/image-addresses.ts'
export { listShownImages, readShownImage } from './images/site-images.ts'
export { openImageEncoder, type ImageEncoder } from './images/image-encoder.ts'
export { addImage, deleteImage, type ImageDeleteRefusal } from './images/images.ts'
export { importChoicesShape, parseImportChoices } from './import/choices.ts'
export { openImporter, type Importer } from './import/import.ts'
export { printImport, printLines } from './import/print-lines.ts'
export type { ImportChoices } from './formats/format.ts'
export type { ColumnMeaning, ImportColumns } from './formats/table/column-meanings.ts'
export type { FailureCode, ImportCounts, ImportLine, ImportReport, ImportRow } from './import/messages.ts'
export { ContentProblem, readCatalog, readContent, readExamRules, readTerms } from './content-files.ts'
export { loadContent } from './load-content.ts'
export { applyOutline, previewOutline } from './outline-applying.ts'
export { outlineCommandShape, runOutlineCommand } from './outline-command.ts'
export { readCoverage, type OutlineCoverage } from './outline-coverage.ts'
export type { ListedFate, OutlinePreview } from './outline-preview.ts'
export { listDocumentation } from './documentation.ts'
export { openStoredEditions } from './stored-editions.ts'
export { openQuestionChunks, type QuestionChunks } from './question-chunks.ts'
export { changeQuestions } from './question-changes.ts'
export { addQuestion, changeQuestion, restoreVersion } from './question-editing.ts'
export { findStoredQuestion, listVersions, type QuestionVersion, type StoredQuestion } from './question-history.ts'
export { htmlOf } from './question-html.ts'
export type { QuestionSearch } from './question-filter.ts'
export { countStates, findQuestions, type ListedQuestion } from './question-search.ts'
export { questionColumns, readBankQuestion } from './question-rows.ts'
export {
  countByObjective,
  findCaseStudy,
  findShortQuestion,
  listAnswerKeys,
  listBankQuestions,
  listMissingSections,
  listCaseStudyTitles,
  listQuestionRows,
  listQuestionsById,
  listRemovedQuestions,
  readOneOfEach,
  selectPublished,
} from './questions.ts'
export { listCaseStudyTranslations } from './case-study-translations.ts'
export { listLanguages, listTranslations, nameLanguages } from './translations.ts'
export { findBankQuestion, listItemsInLanguage, showInLanguage, type ItemInLanguage } from './show-in-language.ts'
export { fillSearchTexts } from './search-text.ts'
export { examineQuestion } from './validate-question.ts'
