/**
 * The daily review of a certification: what is due, or when the next question comes. The page is the same for everybody; who is
 * looking, and what is due, is asked by the browser.
 */
import { Link } from 'react-router'
import { useAuth } from '#web/account/auth-provider.tsx'
import { IdBadge, familyMark } from '#web/catalogue/certification-list.tsx'
import { getCertification } from '#web/catalogue/get-certification.ts'
import { servicesContext } from '#web/context.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { ReviewToday } from '#web/review/review-today.tsx'
import { review } from '#web/text/en/review.ts'
import type { Route } from './+types/review.ts'

export { ErrorBoundary } from '#web/review/failed.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const { id, name, family } = await getCertification(db, params.certificationId, (id) => `/exam/${id}/review`)
  return { id, name, family }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const id = loaderData.id.toUpperCase()
  return pageMeta({ title: review.pageTitle(id), description: review.pageDescription(id), matches })
}

export default function DailyReview({ loaderData: { id, name, family } }: Route.ComponentProps) {
  const { status } = useAuth().state
  return (
    <SitePage>
      <div className="flow" data-family={familyMark(family)}>
        <p className="facts">
          <IdBadge id={id} />
          <Link to={`/certifications/${id}`}>{name}</Link>
        </p>
        <h1>{review.title}</h1>
        <p className="soft">{review.what}</p>
        <noscript>
          <p className="notice">{review.reviewNeedsScript}</p>
        </noscript>
        {status === 'signed-in' && <ReviewToday key={id} certificationId={id} kind="primary" />}
        {status === 'signed-out' && <ForMembers id={id} />}
        {status !== 'checking' && (
          <section className="apart flow" aria-labelledby="meanwhile">
            <h2 id="meanwhile">{review.meanwhile}</h2>
            <p className="row">
              <Link className="button" to={`/exam/${id}/build?only=wrong`}>
                {review.practiseWrong}
              </Link>
              <Link className="button" to={`/exam/${id}/build?only=unseen`}>
                {review.practiseUnseen}
              </Link>
            </p>
          </section>
        )}
      </div>
    </SitePage>
  )
}

function ForMembers({ id }: { id: string }) {
  return (
    <>
      <p className="reading">{review.guestWhat(id.toUpperCase())}</p>
      <p>
        <Link className="button" data-kind="primary" to={`/login?to=${encodeURIComponent(`/exam/${id}/review`)}`}>
          {review.signIn}
        </Link>
      </p>
    </>
  )
}
