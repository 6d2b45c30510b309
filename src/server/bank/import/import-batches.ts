/** Splits the data of a checked import into batches, in the order in which the server writes them. */
import type { ImportBatch } from '#server/bank/import/messages.ts'
import { inBatches } from '#server/platform/in-batches.ts'

const batchSize = 50

/** Case studies come first, because questions refer to them. */
export function* createBatches(
  questions: ImportBatch['questions'],
  caseStudies: ImportBatch['caseStudies'],
  translations: ImportBatch['translations'],
  caseStudyTranslations: ImportBatch['caseStudyTranslations'],
): Generator<ImportBatch, undefined> {
  const nothing: ImportBatch = { caseStudies: [], questions: [], translations: [], caseStudyTranslations: [] }
  for (const some of inBatches(caseStudies, batchSize)) yield { ...nothing, caseStudies: some }
  for (const some of inBatches(questions, batchSize)) yield { ...nothing, questions: some }
  for (const some of inBatches(translations, batchSize)) yield { ...nothing, translations: some }
  for (const some of inBatches(caseStudyTranslations, batchSize)) yield { ...nothing, caseStudyTranslations: some }
}
