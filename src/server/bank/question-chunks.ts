/**
 * Reads the chunks of the banks, which browsers load while a candidate practices; see `exam/question-chunks.ts`. Their addresses contain hashes
 * of their content, so all processes use the same addresses.
 */
import {
  certificationOfChunk,
  chunkPosition,
  countChunks,
  createBankIndex,
  inlineIndexMax,
  type IndexedQuestion,
  type QuestionBank,
  type QuestionChunk,
  readyQuestionsCount,
} from '#exam/question-chunks.ts'
import type { Term } from '#exam/term-marks.ts'
import type { Db } from '#server/db/tables.ts'
import { yieldToRequests } from '#server/db/yield-to-requests.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { inBatches } from '#server/platform/in-batches.ts'
import { addressOfChunk } from '#server/bank/chunk-address.ts'
import { openTranslationChunks, type TranslationChunks } from '#server/bank/translation-chunks.ts'
import { listAnswerKeys, listCaseStudiesById, listQuestionsById } from '#server/bank/questions.ts'

export type QuestionChunks = Pick<TranslationChunks, 'readTranslations'> & {
  /** The current bank of a certification, with the first questions in bank order and their case studies. */
  readBank: (certificationId: string) => Promise<QuestionBank & { readonly first: QuestionChunk }>
  /** The content of the chunk at an address. `undefined` if the current bank has no such chunk. */
  findChunk: (address: string) => Promise<Buffer | undefined>
}

/** The ids of the questions and case studies in a chunk. */
type ChunkMembers = { questionIds: string[]; caseStudyIds: string[] }

/** A bank at a content version. `members` maps the address of each chunk to the ids in it. */
type BankEdition = {
  contentVersion: number
  bank: QuestionBank
  firstIds: readonly string[]
  members: ReadonlyMap<string, ChunkMembers>
  index: Buffer
}

/** Number of questions that one query reads. Other requests are served between two queries. */
const questionsPerRead = 500

export function openQuestionChunks(db: Db, terms: readonly Term[] = []): QuestionChunks {
  const editions = new Map<string, BankEdition>()
  const readings = new Map<string, Promise<BankEdition>>()
  const { readTranslations, findTranslationChunk } = openTranslationChunks(db, terms)

  const getEdition = async (certificationId: string): Promise<BankEdition> => {
    // Read before the questions: if they change in the meantime, the edition is outdated and is read again.
    const contentVersion = await readContentVersion(db)
    const edition = editions.get(certificationId)
    if (edition?.contentVersion === contentVersion) return edition
    const key = `${certificationId} ${contentVersion}`
    const reading = readings.get(key) ?? readEdition(db, certificationId, contentVersion).finally(() => readings.delete(key))
    readings.set(key, reading)
    const read = await reading
    // An empty bank is not cached, because the request may have a made-up address.
    if (read.bank.size > 0) editions.set(certificationId, read)
    return read
  }

  return {
    readTranslations,
    readBank: async (certificationId) => {
      const { bank, firstIds } = await getEdition(certificationId)
      const questions = await listQuestionsById(db, certificationId, firstIds)
      const caseStudies = await listCaseStudiesById(db, [...new Set(questions.flatMap(({ caseStudyId }) => caseStudyId ?? []))])
      return { ...bank, first: { questions, caseStudies } }
    },
    findChunk: async (address) => {
      const certificationId = certificationOfChunk(address)
      if (certificationId === undefined) return undefined
      const { bank, members, index } = await getEdition(certificationId)
      if (address === bank.index) return index
      const found = members.get(address)
      if (!found) return bank.size === 0 ? undefined : findTranslationChunk(certificationId, address)
      const [content] = await readChunks(db, certificationId, [found])
      // The address differs if the questions have just changed.
      return content && addressOfChunk(certificationId, content) === address ? content : undefined
    },
  }
}

async function readEdition(db: Db, certificationId: string, contentVersion: number): Promise<BankEdition> {
  const indexed = await listAnswerKeys(db, certificationId)
  const all = distributeToChunks(indexed)
  const addresses: string[] = []
  const perRead = Math.max(1, Math.floor((questionsPerRead * all.length) / Math.max(1, indexed.length)))
  for (const some of inBatches(all, perRead)) {
    const read = await readChunks(db, certificationId, some)
    addresses.push(...read.map((content) => addressOfChunk(certificationId, content)))
    await yieldToRequests()
  }
  const index = createBankIndex(indexed)
  const indexContent = Buffer.from(JSON.stringify(index))
  return {
    contentVersion,
    bank: {
      certificationId,
      size: indexed.length,
      chunks: addresses,
      index: indexed.length <= inlineIndexMax ? index : addressOfChunk(certificationId, indexContent),
    },
    firstIds: indexed.slice(0, readyQuestionsCount).map(({ id }) => id),
    members: new Map(addresses.map((address, i) => [address, all[i] as ChunkMembers])),
    index: indexContent,
  }
}

/** The members of each chunk, in a fixed order, so that the content does not depend on the order in which the database returns rows. */
function distributeToChunks(indexed: readonly IndexedQuestion[]): ChunkMembers[] {
  const count = countChunks(indexed.length)
  const chunks: ChunkMembers[] = Array.from({ length: count }, () => ({ questionIds: [], caseStudyIds: [] }))
  for (const { id } of indexed) chunks[chunkPosition(id, count)]?.questionIds.push(id)
  const caseStudyIds = new Set(indexed.flatMap(({ caseStudyId }) => caseStudyId ?? []))
  for (const id of [...caseStudyIds].toSorted()) chunks[chunkPosition(id, count)]?.caseStudyIds.push(id)
  return chunks
}

/** The contents of several chunks. */
async function readChunks(db: Db, certificationId: string, chunks: readonly ChunkMembers[]): Promise<Buffer[]> {
  const questionIds = chunks.flatMap((chunk) => chunk.questionIds)
  const caseStudyIds = chunks.flatMap((chunk) => chunk.caseStudyIds)
  const questions = new Map((await listQuestionsById(db, certificationId, questionIds)).map((question) => [question.id, question]))
  const caseStudies = new Map((await listCaseStudiesById(db, caseStudyIds)).map((caseStudy) => [caseStudy.id, caseStudy]))
  return chunks.map((chunk) => {
    const content: QuestionChunk = {
      questions: chunk.questionIds.flatMap((id) => questions.get(id) ?? []),
      caseStudies: chunk.caseStudyIds.flatMap((id) => caseStudies.get(id) ?? []),
    }
    return Buffer.from(JSON.stringify(content))
  })
}
