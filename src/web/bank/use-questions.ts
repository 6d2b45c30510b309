/** The questions of a bank, for React. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { readyQuestionsCount, type IndexedQuestion, type QuestionBank, type QuestionChunk } from '#exam/question-chunks.ts'
import { createQuestionLoader, type LoadedQuestions, type QuestionLoader } from '#web/bank/question-loader.ts'
import { responseTimeoutMs } from '#web/sync/index.ts'

/** One loader for the bank of each page, so that all screens of the page share what is loaded. */
const loaders = new WeakMap<QuestionBank, QuestionLoader>()

/** The loader of the questions of a bank. It retries failed requests while the browser is online. */
export function getQuestionLoader(bank: QuestionBank & { first?: QuestionChunk }): QuestionLoader {
  const before = loaders.get(bank)
  if (before) return before
  const loader = createQuestionLoader(bank, {
    request: (address) => fetch(address, { signal: AbortSignal.timeout(responseTimeoutMs) }),
    wait: waitForNetwork,
  })
  loaders.set(bank, loader)
  return loader
}

/** Waits for `ms` and then, if the browser is offline, until it is online. */
async function waitForNetwork(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
}

/** How long a visitor must stay before the other questions load. Many visitors only look at the first one. */
const visitMs = 3_000

/**
 * Loads the questions of an attempt: the current one and its neighbors now, and all others in the background, because practice must work
 * without a network. If the attempt has started, the others load right after the page, otherwise a few seconds later. `ids` is `undefined`
 * until the ids are known.
 */
export function useQuestions(
  loader: QuestionLoader,
  ids: readonly string[] | undefined,
  current: number,
  hasStarted: boolean,
): LoadedQuestions {
  const loaded = useSyncExternalStore(loader.subscribe, loader.current, loader.current)
  useEffect(() => {
    if (ids) loader.load([...ids.slice(current, current + readyQuestionsCount), ...ids.slice(Math.max(0, current - 1), current)])
  }, [loader, ids, current])
  useEffect(() => (ids ? afterLoad(() => loader.loadLater(ids), hasStarted ? 0 : visitMs) : undefined), [loader, ids, hasStarted])
  useEffect(() => {
    window.addEventListener('online', loader.retry)
    // A worker that has just started has not seen the requests of this page.
    navigator.serviceWorker?.addEventListener('controllerchange', loader.repeatRequests)
    return () => {
      window.removeEventListener('online', loader.retry)
      navigator.serviceWorker?.removeEventListener('controllerchange', loader.repeatRequests)
    }
  }, [loader])
  return loaded
}

/** `questions` is `undefined` until the index is loaded. */
type BankIndexState = { questions: readonly IndexedQuestion[] | undefined; hasFailed: boolean; retry: () => void }

/** The index of a bank. The page of a small bank contains it. */
export function useBankIndex(loader: QuestionLoader, isNeeded = true): BankIndexState {
  // The same list as long as the page shows the bank, so that an edit does not change an attempt.
  const onPage = useMemo(() => loader.findIndex(), [loader])
  const [read, setRead] = useState<{ loader: QuestionLoader; questions: readonly IndexedQuestion[] | undefined }>()
  const isMissing = isNeeded && onPage === undefined
  const retry = useCallback(() => {
    loader.readIndex().then(
      (questions) => setRead({ loader, questions }),
      () => setRead({ loader, questions: undefined }),
    )
  }, [loader])
  useEffect(() => {
    if (!isMissing) return
    retry()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [isMissing, retry])
  const own = read?.loader === loader ? read : undefined
  const questions = onPage ?? own?.questions
  return { questions, hasFailed: own !== undefined && questions === undefined, retry }
}

/** Runs `work` once `delayMs` have passed after the page has loaded. Returns a function that cancels it. */
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
