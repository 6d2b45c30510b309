/**
 * Reads the chunks with the translations of a bank, and the chunk with the French terms of its product words. A browser loads these chunks only
 * for a candidate who reads the language. Their addresses contain hashes.
 */
import type { BankTranslations, TranslationChunk } from '#exam/question-chunks.ts'
import { listTerms, type Term } from '#exam/term-marks.ts'
import { translationLanguages, type TranslationLanguage } from '#exam/translation.ts'
import type { Db } from '#server/db/tables.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { addressOfChunk, findAddresses } from '#server/bank/chunk-address.ts'
import { listTranslationMembers, type ChunkMembers } from '#server/bank/chunk-versions.ts'
import { listQuestionsById } from '#server/bank/questions.ts'
import { listCaseStudyTranslations } from '#server/bank/case-study-translations.ts'
import { listTranslations } from '#server/bank/translations.ts'

export type TranslationChunks = {
  /** The translations of a bank into a language. */
  readTranslations: (certificationId: string, language: TranslationLanguage) => Promise<BankTranslations>
  /** The content of the chunk at an address. `undefined` if the current translations have no such chunk. */
  findTranslationChunk: (certificationId: string, address: string) => Promise<Buffer | undefined>
}

/** The translations of a bank at a content version. `members` maps the address of each chunk to the ids in it. */
type TranslationEdition = { contentVersion: number; translations: BankTranslations; members: ReadonlyMap<string, ChunkMembers> }

export function openTranslationChunks(db: Db, terms: readonly Term[]): TranslationChunks {
  const editions = new Map<string, TranslationEdition>()
  const readings = new Map<string, Promise<TranslationEdition>>()
  const printTerms = (certificationId: string) => {
    const own = listTerms(terms, certificationId)
    return own.length > 0 ? Buffer.from(JSON.stringify(own)) : undefined
  }

  const getEdition = async (certificationId: string, language: TranslationLanguage): Promise<TranslationEdition> => {
    const contentVersion = await readContentVersion(db)
    const name = `${certificationId} ${language}`
    const edition = editions.get(name)
    if (edition?.contentVersion === contentVersion) return edition
    const key = `${name} ${contentVersion}`
    const reading =
      readings.get(key) ?? readEdition(db, certificationId, language, contentVersion, edition).finally(() => readings.delete(key))
    readings.set(key, reading)
    const read = await reading
    editions.set(name, read)
    return read
  }

  return {
    readTranslations: async (certificationId, language) => {
      const { translations } = await getEdition(certificationId, language)
      const own = printTerms(certificationId)
      return own ? { ...translations, terms: addressOfChunk(certificationId, own) } : translations
    },
    findTranslationChunk: async (certificationId, address) => {
      const ownTerms = printTerms(certificationId)
      if (ownTerms && addressOfChunk(certificationId, ownTerms) === address) return ownTerms
      for (const language of translationLanguages) {
        const members = (await getEdition(certificationId, language)).members.get(address)
        if (!members) continue
        const [content] = await readChunks(db, certificationId, language, [members])
        // The address differs if the questions have just changed.
        if (content && addressOfChunk(certificationId, content) === address) return content
      }
      return undefined
    },
  }
}

/** Reads only the chunks that are not in the edition `before`. */
async function readEdition(
  db: Db,
  certificationId: string,
  language: TranslationLanguage,
  contentVersion: number,
  before: TranslationEdition | undefined,
): Promise<TranslationEdition> {
  const chunks = await listTranslationMembers(db, certificationId, language)
  const addresses = await findAddresses(chunks, before?.members, async (some) => {
    const contents = await readChunks(db, certificationId, language, some)
    return contents.map((content) => addressOfChunk(certificationId, content))
  })
  const members = new Map(chunks.map((chunk, i) => [addresses[i] ?? '', chunk]))
  return { contentVersion, translations: { language, chunks: addresses }, members }
}

/** The contents of several chunks. */
async function readChunks(db: Db, certificationId: string, language: string, chunks: readonly ChunkMembers[]): Promise<Buffer[]> {
  const questions = await listQuestionsById(
    db,
    certificationId,
    chunks.flatMap(({ questionIds }) => questionIds),
  )
  const translations = new Map((await listTranslations(db, language, questions)).map((one) => [one.id, one]))
  const caseStudyIds = chunks.flatMap((chunk) => chunk.caseStudyIds)
  const caseStudies = new Map((await listCaseStudyTranslations(db, language, caseStudyIds)).map((one) => [one.id, one]))
  return chunks.map((chunk) => {
    const content: TranslationChunk = {
      translations: chunk.questionIds.flatMap((id) => translations.get(id) ?? []),
      caseStudies: chunk.caseStudyIds.flatMap((id) => caseStudies.get(id) ?? []),
    }
    return Buffer.from(JSON.stringify(content))
  })
}
