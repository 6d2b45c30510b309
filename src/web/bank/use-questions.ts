/** The questions of a bank, for React. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { IndexedQuestion, QuestionBank, QuestionChunk } from '#exam/question-chunks.ts'
import { createQuestionSource, type LoadedQuestions, type QuestionSource } from '#web/bank/question-source.ts'
import { responseTimeoutMs } from '#web/sync/index.ts'

/** By the bank of a page, so that all its screens share what is loaded. */
const sources = new WeakMap<QuestionBank, QuestionSource>()

/** The source of the questions of a bank. It keeps loading while the browser is online. */
export function getQuestionSource(bank: QuestionBank & { first?: QuestionChunk }): QuestionSource {
  const before = sources.get(bank)
  if (before) return before
  const source = createQuestionSource(bank, {
    request: (address) => fetch(address, { signal: AbortSignal.timeout(responseTimeoutMs) }),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
  sources.set(bank, source)
  return source
}

/** How many questions after the current one are loaded before anything else. */
const aheadCount = 10
/** A visitor who only looks at the first question does not load the others. */
const visitMs = 5_000

/**
 * Loads the questions of an attempt: the current one and the next ones now, and all others in the background, because practice must go
 * on without a network. These follow as soon as the attempt has started, otherwise after a few seconds. `ids` is `undefined` until they
 * are known.
 */
export function useQuestions(
  source: QuestionSource,
  ids: readonly string[] | undefined,
  current: number,
  hasStarted: boolean,
): LoadedQuestions {
  const loaded = useSyncExternalStore(source.subscribe, source.current, source.current)
  useEffect(() => {
    if (ids) source.load([...ids.slice(current, current + 1 + aheadCount), ...ids.slice(Math.max(0, current - 1), current)])
  }, [source, ids, current])
  useEffect(() => (ids ? afterLoad(() => source.loadLater(ids), hasStarted ? 0 : visitMs) : undefined), [source, ids, hasStarted])
  useEffect(() => {
    window.addEventListener('online', source.retry)
    // A worker that has just started has not seen the requests of this page.
    navigator.serviceWorker?.addEventListener('controllerchange', source.repeatRequests)
    return () => {
      window.removeEventListener('online', source.retry)
      navigator.serviceWorker?.removeEventListener('controllerchange', source.repeatRequests)
    }
  }, [source])
  return loaded
}

/** `questions` is `undefined` until the index is loaded. */
type BankIndexState = { questions: readonly IndexedQuestion[] | undefined; hasFailed: boolean; retry: () => void }

/** The index of a bank. The page of a small bank contains it. */
export function useBankIndex(source: QuestionSource, isNeeded = true): BankIndexState {
  // The same list as long as the page shows the bank, so that an edit does not change an attempt.
  const onPage = useMemo(() => source.findIndex(), [source])
  const [read, setRead] = useState<{ source: QuestionSource; questions: readonly IndexedQuestion[] }>()
  const [hasFailed, setFailed] = useState(false)
  const readNow = useCallback(() => {
    setFailed(false)
    source.readIndex().then(
      (questions) => setRead({ source, questions }),
      () => setFailed(true),
    )
  }, [source])
  const questions = read?.source === source ? read.questions : onPage
  const isMissing = isNeeded && questions === undefined
  useEffect(() => {
    if (!isMissing) return
    readNow()
    window.addEventListener('online', readNow)
    return () => window.removeEventListener('online', readNow)
  }, [isMissing, readNow])
  return { questions, hasFailed, retry: readNow }
}

/** Runs `work` some time after the page has loaded. Returns a function that cancels it. */
function afterLoad(work: () => void, delayMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = () => (timer = setTimeout(work, delayMs))
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
  return () => {
    window.removeEventListener('load', start)
    clearTimeout(timer)
  }
}
