/** `/admin/case-studies/:caseStudyId`: one case study to edit or delete. */
import { useRef, useState, useSyncExternalStore } from 'react'
import { Link, data, useLocation, useNavigate } from 'react-router'
import { DeleteItem } from '#web/admin/delete-item.tsx'
import type { FieldIssue } from '#web/admin/call-api.ts'
import { servicesContext } from '#web/context.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { Message } from '#web/ui/message.tsx'
import { CaseStudyForm } from './case-study-form.tsx'
import type { Route } from './+types/case-study.ts'
import { findStoredCaseStudy, type StoredCaseStudy } from '#server/bank/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const stored = await findStoredCaseStudy(context.get(servicesContext).db, params.caseStudyId)
  return data({ stored, isJustAdded: url.searchParams.get('done') === 'added' }, { status: stored ? 200 : 404 })
}

/** A save updates the form itself, so the loader is not called again. */
export function shouldRevalidate({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) {
  return currentUrl.pathname !== nextUrl.pathname
}

export default function CaseStudyPage({ loaderData: { stored, isJustAdded } }: Route.ComponentProps) {
  const back = <Link to="/admin/case-studies">{catalogueAdmin.backToCaseStudies}</Link>
  if (!stored) {
    return (
      <>
        <title>{`${catalogueAdmin.caseStudies}, Praxam`}</title>
        <Message title={catalogueAdmin.caseStudies} actions={back}>
          {catalogueAdmin.missingCaseStudy}
        </Message>
      </>
    )
  }
  return (
    <>
      <p>{back}</p>
      <CaseStudy key={stored.id} stored={stored} isJustAdded={isJustAdded} />
    </>
  )
}

/** `base` is the record as last saved. */
function CaseStudy({ stored, isJustAdded }: { stored: StoredCaseStudy; isJustAdded: boolean }) {
  const [base, setBase] = useState(stored)
  const mayLeave = useRef(false)
  const warnings = useWarningsOfAdding()
  const navigate = useNavigate()
  return (
    <>
      <title>{`${base.title}, Praxam`}</title>
      <div className="title">
        <h1>{base.title}</h1>
      </div>
      <CaseStudyForm base={base} savedWarnings={isJustAdded ? warnings : undefined} mayLeave={mayLeave} onStored={setBase} />
      <DeleteItem
        label={catalogueAdmin.deleteCaseStudy}
        name={base.title}
        path={`/api/case-studies/${encodeURIComponent(base.id)}`}
        onDeleted={() => {
          mayLeave.current = true
          void navigate('/admin/case-studies?done=deleted')
        }}
      />
    </>
  )
}

const neverChanges = () => () => {}
const none: readonly FieldIssue[] = []

/** The page for a new case study passes the warnings in the history state, which only the browser has. */
function useWarningsOfAdding(): readonly FieldIssue[] {
  const state = useLocation().state as { warnings?: readonly FieldIssue[] } | null
  return useSyncExternalStore(
    neverChanges,
    () => state?.warnings ?? none,
    () => none,
  )
}
