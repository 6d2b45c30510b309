/** The results of a practice attempt, loaded on demand. An attempt loads them after its first answer, so that they are ready when it finishes. */
import { useEffect, useState } from 'react'
import { SitePage } from '#web/layout/site-page.tsx'
import type { ResultsScreenProps } from '#web/practice/results/results-screen.tsx'
import { exam } from '#text/practice.ts'
import { site } from '#text/site.ts'
import { lazyWithRetry } from '#web/ui/lazy-with-retry.tsx'
import { Message } from '#web/ui/message.tsx'

const load = () => import('#web/practice/results/results-screen.tsx')

const OnDemand = lazyWithRetry<ResultsScreenProps>(load, ResultsPlaceholder)

/** Set once the script has loaded. */
let Loaded: React.ComponentType<ResultsScreenProps> | undefined

export function LazyResultsScreen(props: ResultsScreenProps) {
  const [ResultsScreen] = useState(() => Loaded ?? OnDemand)
  return <ResultsScreen {...props} />
}

export function usePreloadedResults(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || Loaded) return
    load().then(
      (module) => (Loaded = module.default),
      // The results themselves report the failure and offer a retry.
      () => undefined,
    )
  }, [isNeeded])
}

/** Shown in place of the results until they have loaded. With `onTryAgain`, loading has failed. */
export function ResultsPlaceholder({ notice, onTryAgain }: { notice: React.ReactNode; onTryAgain?: (() => void) | undefined }) {
  return (
    <SitePage>
      {notice}
      {onTryAgain ? (
        <Message
          title={exam.resultsNotLoadedTitle}
          isAlert
          actions={
            <button className="button" data-kind="primary" type="button" onClick={onTryAgain}>
              {site.tryAgain}
            </button>
          }
        >
          {exam.resultsNotLoaded}
        </Message>
      ) : (
        <p className="row delayed" role="status">
          <span className="spinner" /> {exam.openingResults}
        </p>
      )}
    </SitePage>
  )
}
