/** `/certifications?family=`: the certifications of all families or of one. */
import { Link, isRouteErrorResponse } from 'react-router'
import { families } from '#exam/certification.ts'
import { CertificationList } from '#web/catalogue/certification-list.tsx'
import { originContext, servicesContext } from '#web/context.ts'
import { ErrorPage } from '#web/layout/error-page.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { listData } from '#web/seo/structured-data.ts'
import { catalogue } from '#text/catalogue.ts'
import { Message } from '#web/ui/message.tsx'
import type { Route } from './+types/certifications.ts'
import { listCertifications } from '#server/catalogue/index.ts'
import { SavedExams } from '#web/offline/index.ts'
import { TodayStrip } from '#web/today/index.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const requested = url.searchParams.get('family')
  const entries = await listCertifications(context.get(servicesContext).db)
  return {
    entries,
    // An unknown family shows every certification rather than an empty page.
    family: families.find((family) => family === requested) ?? null,
    about: listData(context.get(originContext), entries),
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageMeta({
    title: catalogue.listPageTitle,
    description: catalogue.listDescription(loaderData.entries.length),
    path: '/certifications',
    matches,
    data: loaderData.about,
  })
}

export default function Certifications({ loaderData: { entries, family } }: Route.ComponentProps) {
  const active = entries.filter((entry) => entry.status === 'active').length
  if (entries.length === 0) {
    return (
      <SitePage>
        <Message title={catalogue.emptyTitle}>{catalogue.empty}</Message>
      </SitePage>
    )
  }
  return (
    <SitePage>
      <h1>{catalogue.listTitle}</h1>
      <TodayStrip />
      <div className="list-head flow">
        <nav aria-label={catalogue.family}>
          <ul className="tabs" role="list">
            <li>
              <Link to="/certifications" aria-current={family === null || undefined}>{`${catalogue.allFamilies} ${entries.length}`}</Link>
            </li>
            {families.map((one) => (
              <li key={one}>
                <Link to={`/certifications?family=${encodeURIComponent(one)}`} aria-current={family === one || undefined}>
                  {`${one} ${entries.filter((entry) => entry.family === one).length}`}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className="small">{catalogue.statusNote(active)}</p>
      </div>
      {families
        .filter((one) => family === null || one === family)
        .map((one) => ({ one, own: entries.filter((entry) => entry.family === one) }))
        .filter(({ own }) => own.length > 0)
        .map(({ one, own }) => (
          <CertificationList key={one} family={one} entries={own} kind="full" />
        ))}
      <SavedExams />
    </SitePage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const message = !isRouteErrorResponse(error) && error instanceof TypeError ? error.message : catalogue.failed
  return (
    <ErrorPage error={error} title={catalogue.errorTitle} listLabel={null}>
      {`${message.replace(/\.$/, '')}. ${catalogue.failedAdvice}`}
    </ErrorPage>
  )
}
