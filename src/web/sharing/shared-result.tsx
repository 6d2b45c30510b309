/**
 * `/results/:token`: a shared result, for anyone with the link. Responses are not cached, so that the page disappears as soon as
 * the member stops sharing. See `server/sharing/shared-results.ts`.
 */
import { Link, data } from 'react-router'
import { servicesContext } from '#web/context.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { ResultSummary } from '#web/sharing/result-summary.tsx'
import { readSharedResult } from '#web/sharing/read-shared-result.ts'
import { kindOf } from '#web/sharing/shown-result.ts'
import { sharing } from '#text/sharing.ts'
import { site } from '#text/site.ts'
import type { Route } from './+types/shared-result.ts'
import { findSharedResult } from '#server/sharing/index.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const result = await findSharedResult(db, params.token)
  if (!result) throw data(null, { status: 404 })
  return { name: result.name, shown: await readSharedResult(db, result), path: `/results/${result.token}` }
}

/** Other sites do not learn the secret address of the page. */
export function headers() {
  return { 'Referrer-Policy': 'same-origin' }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return pageMeta({ title: site.notFoundTitle, matches })
  const { name, shown, path } = loaderData
  const { certificationId, correct, total, finishedOn } = shown
  return pageMeta({
    title: sharing.pageTitle(kindOf(shown), name || sharing.someone, shown, certificationId.toUpperCase()),
    description: sharing.pageDescription(correct, total, finishedOn),
    path,
    isListed: false,
    image: `${path}/card.png`,
    matches,
  })
}

export default function SharedResult({ loaderData: { name, shown } }: Route.ComponentProps) {
  const { certificationId, family } = shown
  const id = certificationId.toUpperCase()
  return (
    <SitePage>
      <ResultSummary shown={shown} name={name} level={1} />
      {family && (
        <section className="apart flow" aria-labelledby="try">
          <h2 id="try">{sharing.tryIt}</h2>
          <p>{sharing.tryItText}</p>
          <p className="row">
            <Link className="button" data-kind="primary" to={`/exam/${certificationId}`}>
              {sharing.practiceExam(id)}
            </Link>
            <Link className="button" to={`/certifications/${certificationId}`}>
              {sharing.about(id)}
            </Link>
          </p>
        </section>
      )}
    </SitePage>
  )
}
