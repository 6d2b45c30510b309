/**
 * Reads the chunks with the translations of a bank, and the chunk with the French terms of its product words. A browser loads these chunks only
 * for a candidate who reads the language. Their addresses contain hashes.
 */
import { chunkPosition, countChunks, type BankTranslations, type TranslationChunk } from '#exam/question-chunks.ts'
import { listTerms, type Term } from '#exam/term-marks.ts'
import { translationLanguages, type TranslationLanguage } from '#exam/translation.ts'
import type { Db } from '#server/db/tables.ts'
import { yieldToRequests } from '#server/db/yield-to-requests.ts'
import { readContentVersion } from '#server/platform/content-version.ts'
import { addressOfChunk } from '#server/bank/chunk-address.ts'
import { listQuestionsById, selectPublished } from '#server/bank/questions.ts'
import { listCaseStudyTranslations } from '#server/bank/case-study-translations.ts'
import { listLanguages, listTranslations } from '#server/bank/translations.ts'

export type TranslationChunks = {
  /** The translations of a bank into a language. */
  readTranslations: (certificationId: string, language: TranslationLanguage) => Promise<BankTranslations>
  /** The content of the chunk at an address. `undefined` if the current translations have no such chunk. */
  findTranslationChunk: (certificationId: string, address: string) => Promise<Buffer | undefined>
}

type Members = { readonly questionIds: readonly string[]; readonly caseStudyIds: readonly string[] }

/** The translations of a bank at a content version. `members` maps the address of each chunk to the ids in it. */
type TranslationEdition = { contentVersion: number; translations: BankTranslations; members: ReadonlyMap<string, Members> }

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
    const reading = readings.get(key) ?? readEdition(db, certificationId, language, contentVersion).finally(() => readings.delete(key))
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
        const content = await readChunk(db, certificationId, language, members)
        // The address differs if the questions have just changed.
        if (addressOfChunk(certificationId, content) === address) return content
      }
      return undefined
    },
  }
}

async function readEdition(
  db: Db,
  certificationId: string,
  language: TranslationLanguage,
  contentVersion: number,
): Promise<TranslationEdition> {
  const rows = await selectPublished(db, certificationId).select(['id', 'case_study_id']).orderBy('created_at').orderBy('id').execute()
  const languages = await listLanguages(
    db,
    rows.map(({ id }) => id),
  )
  const translated = rows.map(({ id }) => id).filter((id) => languages.get(id)?.includes(language))
  const caseStudies = [...new Set(rows.flatMap(({ case_study_id }) => case_study_id ?? []))]
  const count = translated.length === 0 ? 0 : countChunks(rows.length)
  const chunks: string[] = []
  const members = new Map<string, Members>()
  for (let position = 0; position < count; position++) {
    const isHere = (id: string) => chunkPosition(id, count) === position
    const own = { questionIds: translated.filter(isHere), caseStudyIds: caseStudies.filter(isHere) }
    const address = addressOfChunk(certificationId, await readChunk(db, certificationId, language, own))
    chunks.push(address)
    members.set(address, own)
    await yieldToRequests()
  }
  return { contentVersion, translations: { language, chunks }, members }
}

async function readChunk(db: Db, certificationId: string, language: string, { questionIds, caseStudyIds }: Members): Promise<Buffer> {
  const questions = await listQuestionsById(db, certificationId, questionIds)
  const chunk: TranslationChunk = {
    translations: await listTranslations(db, language, questions),
    caseStudies: await listCaseStudyTranslations(db, language, caseStudyIds),
  }
  return Buffer.from(JSON.stringify(chunk))
}
