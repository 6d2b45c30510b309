/**
 * Reads the chunks of the banks, which browsers load while a candidate practices; see `exam/question-chunks.ts`. Their addresses contain hashes
 * of their content, so all processes use the same addresses.
 */
import { certificationOfChunk, type IndexedQuestion, type QuestionBank, type QuestionChunk } from '#exam/question-chunks.ts'
import type { Term } from '#exam/term-marks.ts'
import type { Db } from '#server/db/tables.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { parseIndex, readChunks, readEdition, type BankEdition } from '#server/bank/bank-edition.ts'
import { addressOfChunk } from '#server/bank/chunk-address.ts'
import { nothingStored, type StoredEditions } from '#server/bank/stored-editions.ts'
import { openTranslationChunks, type TranslationChunks } from '#server/bank/translation-chunks.ts'
import { listCaseStudiesById, listQuestionsById } from '#server/bank/questions.ts'

export type QuestionChunks = Pick<TranslationChunks, 'readTranslations'> & {
  /** The current bank of a certification, with the first questions in bank order and their case studies. */
  readBank: (certificationId: string) => Promise<QuestionBank & { readonly first: QuestionChunk }>
  /** The published questions with the fields that grading and drawing need, in display order. */
  readIndex: (certificationId: string) => Promise<readonly IndexedQuestion[]>
  /** The content of the chunk at an address. `undefined` if the current bank has no such chunk. */
  findChunk: (address: string) => Promise<Buffer | undefined>
}

/** After reading this many chunks, with 1,000 questions or more, the edition is stored. Reading fewer takes less than half a second. */
const storedFromChunks = 64

export type ChunkOptions = { terms?: readonly Term[]; stored?: StoredEditions }

export function openQuestionChunks(db: Db, { terms = [], stored = nothingStored }: ChunkOptions = {}): QuestionChunks {
  const editions = new Map<string, BankEdition>()
  const readings = new Map<string, Promise<BankEdition>>()
  const { readTranslations, findTranslationChunk } = openTranslationChunks(db, terms)

  const getEdition = async (certificationId: string): Promise<BankEdition> => {
    // Read before the questions: if they change in the meantime, the edition is outdated and is read again.
    const contentVersion = await readContentVersion(db)
    const edition = editions.get(certificationId)
    if (edition?.contentVersion === contentVersion) return edition
    const key = `${certificationId} ${contentVersion}`
    const reading = readings.get(key) ?? readOnce(certificationId, contentVersion, edition).finally(() => readings.delete(key))
    readings.set(key, reading)
    const read = await reading
    // An empty bank is not cached, because the request may have a made-up address.
    if (read.bank.size > 0) editions.set(certificationId, read)
    return read
  }

  const readOnce = async (certificationId: string, contentVersion: number, edition: BankEdition | undefined): Promise<BankEdition> => {
    const before = edition ?? (await stored.read(certificationId))
    if (before?.contentVersion === contentVersion) return before
    const read = await readEdition(db, certificationId, contentVersion, before)
    if (read.changed >= storedFromChunks) stored.store(read.edition)
    return read.edition
  }

  return {
    readTranslations,
    readBank: async (certificationId) => {
      const { bank, firstIds } = await getEdition(certificationId)
      const questions = await listQuestionsById(db, certificationId, firstIds)
      const caseStudies = await listCaseStudiesById(db, [...new Set(questions.flatMap(({ caseStudyId }) => caseStudyId ?? []))])
      return { ...bank, first: { questions, caseStudies } }
    },
    readIndex: async (certificationId) => parseIndex((await getEdition(certificationId)).index),
    findChunk: async (address) => {
      const certificationId = certificationOfChunk(address)
      if (certificationId === undefined) return undefined
      const edition = await getEdition(certificationId)
      const { bank, members, index } = edition
      if (address === bank.index) return index
      const found = members.get(address)
      if (!found) return bank.size === 0 ? undefined : findTranslationChunk(certificationId, address)
      const [content] = await readChunks(db, certificationId, [found])
      if (content && addressOfChunk(certificationId, content) === address) return content
      // The questions have just changed. If not, a version has missed a change, and the next edition is read completely.
      if (editions.get(certificationId) === edition) {
        editions.delete(certificationId)
        stored.discard(certificationId)
      }
      return undefined
    },
  }
}
