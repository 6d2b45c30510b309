/** Loads translations of questions when a candidate needs them. Loaded translations are kept. */
import { chunkPosition, translationsAddress, type BankTranslations, type TranslationChunk } from '#exam/question-chunks.ts'
import type { ShownTranslation } from '#exam/shown-translation.ts'
import type { DeliveredCaseStudy, TranslationLanguage } from '#exam/translation.ts'

export type TranslationSource = {
  /** The translation of a question; `null` if it has none, `undefined` if that is not known yet. */
  readonly find: (id: string) => ShownTranslation | null | undefined
  /** The same for a case study. */
  readonly findCaseStudy: (id: string) => DeliveredCaseStudy | null | undefined
  /** Loads the translation of the question or case study with this id, if it has one. @throws when it cannot be loaded */
  readonly load: (id: string) => Promise<void>
}

/** The translations of a simulation. */
export type ListedTranslations = { readonly translations: readonly ShownTranslation[]; readonly caseStudies: readonly DeliveredCaseStudy[] }

type Request = (address: string) => Promise<Response>

/** Loads the translations of a bank in chunks: first the chunk that is needed, then all others, so that practice never waits for the network. */
export function createBankTranslations(certificationId: string, language: TranslationLanguage, request: Request): TranslationSource {
  const translations = new Map<string, ShownTranslation>()
  const caseStudies = new Map<string, DeliveredCaseStudy>()
  const loadedChunks = new Set<string>()
  let bank: BankTranslations | undefined

  const addressOf = ({ chunks }: BankTranslations, id: string) => chunks[chunkPosition(id, chunks.length)]
  const read = async <Value>(address: string): Promise<Value | undefined> => {
    const response = await request(address)
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`A translation was refused: ${response.status}`)
    return (await response.json()) as Value
  }
  /** Returns whether the server knows the address. */
  const loadChunk = async (address: string): Promise<boolean> => {
    if (loadedChunks.has(address)) return true
    const chunk = await read<TranslationChunk>(address)
    for (const translation of chunk?.translations ?? []) translations.set(translation.id, translation)
    for (const caseStudy of chunk?.caseStudies ?? []) caseStudies.set(caseStudy.id, caseStudy)
    if (chunk) loadedChunks.add(address)
    return chunk !== undefined
  }
  const loadOthers = async (addresses: readonly string[]) => {
    for (const address of addresses) if (!(await loadChunk(address))) return
  }

  /** `null` if the chunk is loaded and has no translation for the id. */
  const nothingOf = (id: string) => {
    const address = bank && addressOf(bank, id)
    return bank !== undefined && (address === undefined || loadedChunks.has(address)) ? null : undefined
  }

  return {
    find: (id) => translations.get(id) ?? nothingOf(id),
    findCaseStudy: (id) => caseStudies.get(id) ?? nothingOf(id),
    load: async (id) => {
      // The translations may have changed since their addresses were read.
      for (let reads = 0; reads < 2; reads++) {
        bank ??= (await read<BankTranslations>(translationsAddress(certificationId, language))) ?? { language, chunks: [] }
        const address = addressOf(bank, id)
        if (address === undefined || (await loadChunk(address))) {
          // A failed chunk is requested again when it is needed.
          void loadOthers(bank.chunks).catch(() => undefined)
          return
        }
        bank = undefined
      }
      throw new Error('The server does not know an address that it uses')
    },
  }
}

/** Loads all translations with one request, as for a simulation. */
export function createListedTranslations(request: () => Promise<ListedTranslations>): TranslationSource {
  let translations: ReadonlyMap<string, ShownTranslation> | undefined
  let caseStudies: ReadonlyMap<string, DeliveredCaseStudy> | undefined
  let loading: Promise<void> | undefined
  const loadAll = async () => {
    const listed = await request()
    translations = new Map(listed.translations.map((translation) => [translation.id, translation]))
    caseStudies = new Map(listed.caseStudies.map((caseStudy) => [caseStudy.id, caseStudy]))
  }
  return {
    find: (id) => translations && (translations.get(id) ?? null),
    findCaseStudy: (id) => caseStudies && (caseStudies.get(id) ?? null),
    load: async () => {
      loading ??= loadAll().finally(() => (loading = undefined))
      await loading
    },
  }
}
