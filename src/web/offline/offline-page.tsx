/**
 * The page that the worker shows offline instead of a simulation or a page that is not on this device. It appears at addresses
 * other than its own, so it has no client scripts. The worker fills in the list of exams.
 */
import { Link, useLocation } from 'react-router'
import type { PageHandle } from '#web/layout/page-handle.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { offline } from '#text/offline.ts'
import { site } from '#text/site.ts'

export const handle: PageHandle = { hasNoClientScripts: true }

export default function OfflinePage() {
  const isSimulation = useLocation().pathname.endsWith('/simulation')
  return (
    // Without scripts, the header would show every member as a guest.
    <SitePage knowsViewer={false}>
      <NoindexTitle>{offline.pageTitle}</NoindexTitle>
      <section className="message">
        <h1>{isSimulation ? offline.simulationTitle : offline.unreachableTitle}</h1>
        <p>{isSimulation ? offline.simulation : offline.unreachable}</p>
        <p className="row">
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- reloads the current address */}
          <a className="button" data-kind="primary" href="">
            {site.tryAgain}
          </a>
          <Link className="button" to="/certifications" reloadDocument>
            {site.certifications}
          </Link>
        </p>
      </section>
      <section className="apart" aria-labelledby="exams" hidden>
        <h2 id="exams">{offline.exams}</h2>
        <ul className="flow links-alone" />
      </section>
    </SitePage>
  )
}
