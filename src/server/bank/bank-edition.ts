/** A bank at a content version: the addresses of its chunks, and their members. */
import { createBankIndex, inlineIndexMax, readBankIndex, readyQuestionsCount, type QuestionBank } from '#exam/question-chunks.ts'
import type { BankIndex, IndexedQuestion, QuestionChunk } from '#exam/question-chunks.ts'
import type { Db } from '#server/db/tables.ts'
import { addressOfChunk, findAddresses } from '#server/bank/chunk-address.ts'
import { listChunkMembers, type ChunkMembers } from '#server/bank/chunk-versions.ts'
import { listAnswerKeys, listCaseStudiesById, listQuestionsById } from '#server/bank/questions.ts'

export type BankEdition = {
  readonly contentVersion: number
  readonly bank: QuestionBank
  readonly firstIds: readonly string[]
  /** By the address of the chunk, in the order of the positions. */
  readonly members: ReadonlyMap<string, ChunkMembers>
  readonly index: Buffer
}

/** `changed`: how many chunks were read. */
export type ReadEdition = { edition: BankEdition; changed: number }

/**
 * Reads only the chunks that are not in the edition `before`. The members are read first: any later change also increments the content
 * version, so the edition is read again.
 */
export async function readEdition(db: Db, certificationId: string, contentVersion: number, before?: BankEdition): Promise<ReadEdition> {
  const { ids, chunks } = await listChunkMembers(db, certificationId)
  const indexed = new Map(before && parseIndex(before.index).map((question) => [question.id, question]))
  let changed = 0
  const addresses = await findAddresses(chunks, before?.members, async (some) => {
    changed += some.length
    const changedIds = some.flatMap(({ questionIds }) => questionIds)
    for (const question of await listAnswerKeys(db, certificationId, changedIds)) indexed.set(question.id, question)
    const contents = await readChunks(db, certificationId, some)
    return contents.map((content) => addressOfChunk(certificationId, content))
  })
  if (before && changed === 0 && isSame(addresses, before.bank.chunks)) return { edition: { ...before, contentVersion }, changed }
  const index = createBankIndex(ids.flatMap((id) => indexed.get(id) ?? []))
  const indexContent = Buffer.from(JSON.stringify(index))
  const edition = {
    contentVersion,
    bank: {
      certificationId,
      size: ids.length,
      chunks: addresses,
      index: ids.length <= inlineIndexMax ? index : addressOfChunk(certificationId, indexContent),
    },
    firstIds: ids.slice(0, readyQuestionsCount),
    members: new Map(chunks.map((members, i) => [addresses[i] ?? '', members])),
    index: indexContent,
  }
  return { edition, changed }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, i) => one === others[i])
}

export function parseIndex(index: Buffer): IndexedQuestion[] {
  return readBankIndex(JSON.parse(String(index)) as BankIndex)
}

/** The contents of several chunks. */
export async function readChunks(db: Db, certificationId: string, chunks: readonly ChunkMembers[]): Promise<Buffer[]> {
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
