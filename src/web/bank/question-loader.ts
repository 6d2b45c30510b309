/**
 * Loads the questions of one bank in chunks, in the order in which a candidate needs them. Loaded questions are kept: after the bank is
 * edited, an attempt continues with the questions that it has shown.
 */
import {
  chunkPosition,
  readBankIndex,
  type BankIndex,
  type IndexedQuestion,
  type QuestionBank,
  type QuestionChunk,
} from '#exam/question-chunks.ts'
import type { CaseStudy, Question } from '#exam/question.ts'

/** The state of a loader; a new object after each change. */
export type LoadedQuestions = {
  readonly get: (id: string) => Question | undefined
  readonly getCaseStudy: (id: string) => CaseStudy | undefined
  /** Whether the question, or its case study, is not known yet. A question that is not pending and that `get` does not find was removed. */
  readonly isPending: (id: string) => boolean
  /** Whether the latest requests failed. The loader retries automatically. */
  readonly hasFailed: boolean
}

export type QuestionLoader = {
  readonly current: () => LoadedQuestions
  readonly subscribe: (onChange: () => void) => () => void
  /** Loads these questions in this order, before all others. The first one is on screen. */
  readonly load: (ids: readonly string[]) => void
  /** Loads these questions in this order, after all others. */
  readonly loadLater: (ids: readonly string[]) => void
  /** Retries failed requests now. */
  readonly retry: () => void
  /** All questions with the fields that are needed to choose, filter, and grade questions. @throws when they cannot be loaded */
  readonly readIndex: () => Promise<readonly IndexedQuestion[]>
  /** The index, if the page contains it or it was read before. The same list until the bank changes. */
  readonly findIndex: () => readonly IndexedQuestion[] | undefined
  /** Requests the loaded chunks again, so that a worker that has just started stores them. They come from the browser's cache. */
  readonly repeatRequests: () => void
}

export type LoaderOptions = {
  /** Requests an address. Rejects when the site cannot be reached. */
  request: (address: string) => Promise<Response>
  wait: (ms: number) => Promise<void>
}

const concurrentRequestsMax = 4
const firstRetryMs = 1_000
const lastRetryMs = 30_000
const refreshesInVainMax = 3

export function createQuestionLoader(
  { first, ...initialBank }: QuestionBank & { first?: QuestionChunk },
  { request, wait }: LoaderOptions,
): QuestionLoader {
  const { certificationId } = initialBank
  const questions = new Map<string, Question>()
  const caseStudies = new Map<string, CaseStudy>()
  const listeners = new Set<() => void>()
  const loadedChunks = new Set<string>()
  const requestedChunks = new Set<string>()
  /** Ids to load, the most urgent first. */
  let wishes: readonly string[] = []
  let bank: QuestionBank = initialBank
  let index: Promise<readonly IndexedQuestion[]> | undefined
  let indexed = typeof bank.index === 'string' ? undefined : readBankIndex(bank.index)
  let hasFailed = false
  let retryMs = firstRetryMs
  let retryNumber = 0
  let refreshing: Promise<void> | undefined
  let refreshesInVain = 0

  const addressOf = (id: string) => bank.chunks[chunkPosition(id, bank.chunks.length)]
  /** Whether the chunk for this id is loaded. Always true for a bank without chunks, which has no questions to wait for. */
  const isChunkLoaded = (id: string) => loadedChunks.has(addressOf(id) ?? '') || bank.chunks.length === 0
  const isKnown = (id: string) => questions.has(id) || isChunkLoaded(id)

  /** The id whose chunk is missing for a question: its own id, or the id of its case study. */
  const findMissing = (id: string): string | undefined => {
    if (!isKnown(id)) return id
    const caseStudyId = questions.get(id)?.caseStudyId ?? null
    return caseStudyId === null || caseStudies.has(caseStudyId) || isChunkLoaded(caseStudyId) ? undefined : caseStudyId
  }

  const createView = (): LoadedQuestions => ({
    get: (id) => questions.get(id),
    getCaseStudy: (id) => caseStudies.get(id),
    isPending: (id) => findMissing(id) !== undefined,
    hasFailed,
  })
  const add = (chunk: QuestionChunk) => {
    for (const question of chunk.questions) if (!questions.has(question.id)) questions.set(question.id, question)
    for (const caseStudy of chunk.caseStudies) if (!caseStudies.has(caseStudy.id)) caseStudies.set(caseStudy.id, caseStudy)
  }
  if (first) add(first)
  let view = createView()
  /** The question on screen. */
  let shownId: string | undefined
  /** Whether chunks have arrived that the view does not include yet. */
  let isViewOutdated = false
  const notify = () => {
    isViewOutdated = false
    view = createView()
    for (const listener of listeners) listener()
  }

  /** Requests the missing chunks of the questions in `wishes`, and drops its first questions once they are loaded. */
  const pump = () => {
    let isPrefix = true
    let done = 0
    for (const id of wishes) {
      if (requestedChunks.size >= concurrentRequestsMax) break
      const missing = findMissing(id)
      if (missing === undefined) {
        if (isPrefix) done++
        continue
      }
      isPrefix = false
      const address = addressOf(missing)
      if (address !== undefined && !requestedChunks.has(address)) void loadChunk(address)
    }
    if (done > 0) wishes = wishes.slice(done)
  }

  const loadChunk = async (address: string) => {
    requestedChunks.add(address)
    const isShownMissing = () => shownId !== undefined && findMissing(shownId) !== undefined
    try {
      const response = await request(address)
      const chunk = response.ok ? ((await response.json()) as QuestionChunk) : undefined
      if (response.status === 404) await refresh(address)
      else if (!chunk) throw new Error(`A chunk was refused: ${response.status}`)
      const wasMissing = isShownMissing()
      if (chunk) {
        add(chunk)
        loadedChunks.add(address)
        refreshesInVain = 0
      }
      const isUrgent = hasFailed || (wasMissing && !isShownMissing())
      hasFailed = false
      retryMs = firstRetryMs
      requestedChunks.delete(address)
      isViewOutdated = true
      pump()
      // The screen needs time to render, so chunks that it does not wait for are announced together.
      if (isUrgent || requestedChunks.size === 0) notify()
    } catch {
      requestedChunks.delete(address)
      hasFailed = true
      notify()
      void retryLater()
    }
  }

  /**
   * Reads the current addresses of the bank, which has changed since the page was loaded. Requests that fail together share the result.
   *
   * @throws if the current addresses include the unknown one, or if the addresses change repeatedly without a chunk being loaded, as may
   * happen during a release
   */
  const refresh = async (unknown: string) => {
    if (isCurrent(unknown)) await (refreshing ??= readBank().finally(() => (refreshing = undefined)))
    if (isCurrent(unknown)) throw new Error('The server does not know an address that it uses')
    if (refreshesInVain > refreshesInVainMax) throw new Error('The server changes its addresses')
  }

  const isCurrent = (address: string) => address === bank.index || bank.chunks.includes(address)

  const readBank = async () => {
    const response = await request(`/api/banks/${certificationId}`)
    if (!response.ok) throw new Error(`The bank was refused: ${response.status}`)
    bank = (await response.json()) as QuestionBank
    index = undefined
    if (typeof bank.index !== 'string') indexed = readBankIndex(bank.index)
    refreshesInVain++
  }

  const retryLater = async () => {
    // Requests that fail together are repeated together.
    const number = ++retryNumber
    await wait(retryMs)
    if (number !== retryNumber) return
    retryMs = Math.min(lastRetryMs, 2 * retryMs)
    pump()
  }

  const loadIndex = async (address: string): Promise<readonly IndexedQuestion[]> => {
    const response = await request(address)
    if (response.status === 404) {
      await refresh(address)
      return readIndex()
    }
    if (!response.ok) throw new Error(`The index was refused: ${response.status}`)
    indexed = readBankIndex((await response.json()) as BankIndex)
    return indexed
  }

  const readIndex = async (): Promise<readonly IndexedQuestion[]> => {
    if (typeof bank.index !== 'string') return indexed ?? []
    index ??= loadIndex(bank.index)
    return index.catch((error: unknown) => {
      index = undefined
      throw error
    })
  }

  return {
    current: () => view,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    load: (ids) => {
      shownId = ids[0]
      wishes = [...ids, ...wishes]
      pump()
      // The chunk of the question may have arrived after the screen was rendered.
      if (isViewOutdated && shownId !== undefined && findMissing(shownId) === undefined) notify()
    },
    loadLater: (ids) => {
      wishes = [...wishes, ...ids]
      pump()
    },
    retry: () => {
      retryNumber++
      pump()
    },
    readIndex,
    findIndex: () => indexed,
    repeatRequests: () => {
      const addresses = [...loadedChunks, ...requestedChunks, ...(typeof bank.index === 'string' && indexed ? [bank.index] : [])]
      for (const address of addresses) request(address).catch(() => undefined)
    },
  }
}
