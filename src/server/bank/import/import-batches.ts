/** Splits the data of a checked import into batches, in the order in which the server writes them. */
import type { ImportBatch } from '#server/bank/import/messages.ts'
import { inBatches } from '#server/platform/in-batches.ts'

const batchSize = 100

/**
 * Case studies come first, because questions refer to them. Questions are sorted by id, so that each batch changes a small part of the indexes
 * instead of all parts.
 */
export function* createBatches(
  questions: ImportBatch['questions'],
  caseStudies: ImportBatch['caseStudies'],
  translations: ImportBatch['translations'],
  caseStudyTranslations: ImportBatch['caseStudyTranslations'],
): Generator<ImportBatch, undefined> {
  const nothing: ImportBatch = { caseStudies: [], questions: [], translations: [], caseStudyTranslations: [] }
  for (const some of inBatches(caseStudies, batchSize)) yield { ...nothing, caseStudies: some }
  const sorted = questions.toSorted((a, b) => (a.question.id < b.question.id ? -1 : 1))
  for (const some of inBatches(sorted, batchSize)) yield { ...nothing, questions: some }
  for (const some of inBatches(translations, batchSize)) yield { ...nothing, translations: some }
  for (const some of inBatches(caseStudyTranslations, batchSize)) yield { ...nothing, caseStudyTranslations: some }
}
