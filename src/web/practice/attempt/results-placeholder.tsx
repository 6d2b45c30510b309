/** What an attempt shows until its results have loaded. */
import { SitePage } from '#web/layout/site-page.tsx'
import { exam } from '#text/practice.ts'
import { site } from '#text/site.ts'
import { Message } from '#web/ui/message.tsx'

/** With `onTryAgain`, loading has failed. */
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
