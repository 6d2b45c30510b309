/** `/admin/case-studies/:caseStudyId`: one case study to edit or delete. */
import { Link, data, useNavigate } from 'react-router'
import { findStoredCaseStudy } from '#server/case-study-editing.ts'
import { getAdministrator } from '#web/account/viewer.ts'
import { DeleteItem } from '#web/admin/delete-item.tsx'
import { servicesContext } from '#web/context.ts'
import { catalogueAdmin } from '#web/text/en/catalogue-admin.ts'
import { Message } from '#web/ui/message.tsx'
import { CaseStudyForm } from './case-study-form.tsx'
import type { Route } from './+types/case-study.ts'

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const stored = await findStoredCaseStudy(context.get(servicesContext).db, params.caseStudyId)
  return data({ stored, isJustAdded: url.searchParams.get('done') === 'added' }, { status: stored ? 200 : 404 })
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.stored?.title ?? catalogueAdmin.caseStudies}, Praxam` }]
}

/** What is on the screen stays until its own form replaces it. */
export function shouldRevalidate({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) {
  return currentUrl.pathname !== nextUrl.pathname
}

export default function CaseStudy({ loaderData: { stored, isJustAdded } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const back = <Link to="/admin/case-studies">{catalogueAdmin.backToCaseStudies}</Link>
  if (!stored) {
    return (
      <Message title={catalogueAdmin.caseStudies} actions={back}>
        {catalogueAdmin.missingCaseStudy}
      </Message>
    )
  }
  return (
    <>
      <p>{back}</p>
      <div className="title">
        <h1>{stored.title}</h1>
      </div>
      <CaseStudyForm key={stored.id} stored={stored} isJustAdded={isJustAdded} />
      <DeleteItem
        label={catalogueAdmin.deleteCaseStudy}
        name={stored.title}
        path={`/api/case-studies/${encodeURIComponent(stored.id)}`}
        onDeleted={() => void navigate('/admin/case-studies?done=deleted')}
      />
    </>
  )
}
