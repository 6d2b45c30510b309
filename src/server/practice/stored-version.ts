/** Questions that are stored as bank items: earlier versions, and questions of imported attempts. */
import {
  parseBankItem,
  type BankItem,
  type BankQuestion,
  type ItemDefaults,
  type ParsedItem,
  type RawObject,
} from '#exam/bank-file/index.ts'

/** Parses a stored question. Returns `undefined` if it cannot be read. */
export function parseStoredVersion(item: BankItem): BankQuestion | undefined {
  return parseRecordedItem(item, nothingToFill).question
}

/** Stored questions are complete, so parsing them fills in nothing. */
const nothingToFill: ItemDefaults = {
  makeId: (text) => {
    throw new Error(`A stored version of a question has no id: ${text.slice(0, 80)}`)
  },
  createdAt: new Date(0).toISOString(),
}

/** Like `parseBankItem`, but a solution question may lack its series, because the text of an imported question includes its scenario. */
export function parseRecordedItem(item: RawObject, defaults: ItemDefaults): ParsedItem {
  if (item['question_type'] !== 'solution' || item['case_study_id'] != null) return parseBankItem(item, defaults)
  const { question, problems } = parseBankItem({ ...item, case_study_id: 'series' }, defaults)
  return { problems, ...(question && { question: { ...question, caseStudyId: null } }) }
}
