/** `/exam/:certificationId/build`: the candidate chooses which questions of a certification to practice, and how many. */
import { Link } from 'react-router'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { familyMark } from '#exam/certification.ts'
import { getCertification } from '#web/http/get-certification.ts'
import { servicesContext } from '#web/context.ts'
import { QuestionsError } from '#web/layout/questions-error.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { CustomSetForm } from '#web/review/custom-set-form.tsx'
import { review } from '#text/review.ts'
import { exam } from '#text/practice.ts'
import { Message } from '#web/ui/message.tsx'
import { English } from '#web/ui/english.tsx'
import '#web/styles/custom-set.css'
import type { Route } from './+types/custom-set.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, questionChunks } = context.get(servicesContext)
  const { id, name, family, skillAreas } = await getCertification(db, params.certificationId, (id) => `/exam/${id}/build`)
  const { first: _first, ...bank } = await questionChunks.readBank(id)
  return { certification: { id, name, family, areas: skillAreas.map((area) => area.name) }, bank }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const id = loaderData.certification.id.toUpperCase()
  return pageMeta({ title: review.buildPageTitle(id), description: review.buildDescription(id), matches })
}

export default function CustomSet({ loaderData: { certification, bank } }: Route.ComponentProps) {
  const { id, name, family } = certification
  if (bank.size === 0) {
    return (
      <SitePage>
        <Message
          title={exam.emptyTitle}
          actions={
            <Link className="button" to="/certifications">
              {exam.returnToList}
            </Link>
          }
        >
          {exam.empty}
        </Message>
      </SitePage>
    )
  }
  return (
    <SitePage>
      <div data-family={familyMark(family)}>
        <div className="flow">
          <p className="facts">
            <IdBadge id={id} />
            <Link to={`/certifications/${id}`}>
              <English>{name}</English>
            </Link>
          </p>
          <h1>{review.buildTitle}</h1>
          <p className="soft">{review.buildLede}</p>
          <noscript>
            <p className="notice">{review.needsScript}</p>
          </noscript>
        </div>
        <CustomSetForm key={id} certification={certification} bank={bank} />
      </div>
    </SitePage>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <QuestionsError error={error} />
}
