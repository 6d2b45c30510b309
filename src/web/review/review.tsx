/**
 * `/exam/:certificationId/review`: the daily review of a certification. The page is the same for every visitor; the browser loads
 * the session and the due questions.
 */
import { Link } from 'react-router'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { familyMark } from '#exam/certification.ts'
import { getCertification } from '#web/http/get-certification.ts'
import { servicesContext } from '#web/context.ts'
import { QuestionsError } from '#web/layout/questions-error.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { ReviewBody } from '#web/review/review-body.tsx'
import { review } from '#text/review.ts'
import { English } from '#web/ui/english.tsx'
import type { Route } from './+types/review.ts'

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
  return (
    <SitePage>
      <div className="flow" data-family={familyMark(family)}>
        <p className="facts">
          <IdBadge id={id} />
          <Link to={`/certifications/${id}`}>
            <English>{name}</English>
          </Link>
        </p>
        <ReviewBody certificationId={id} />
      </div>
    </SitePage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <QuestionsError error={error} />
}
