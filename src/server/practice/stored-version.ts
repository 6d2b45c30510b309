/** Questions that are stored as bank items: earlier versions, and questions of imported attempts. */
import { parseBankItem, type BankItem, type BankQuestion, type ItemDefaults } from '#exam/bank-file/index.ts'

/** `undefined` if it cannot be read. */
export function parseStoredVersion(item: BankItem): BankQuestion | undefined {
  return parseBankItem(item, nothingToFill).question
}

/** Stored questions are complete, so parsing them fills in nothing. */
const nothingToFill: ItemDefaults = {
  makeId: (text) => {
    throw new Error(`A stored version of a question has no id: ${text.slice(0, 80)}`)
  },
  createdAt: new Date(0).toISOString(),
}
