/** `/admin/case-studies/new`. */
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { CaseStudyForm } from './case-study-form.tsx'
import type { Route } from './+types/new-case-study.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  return null
}

export function meta() {
  return [{ title: `${catalogueAdmin.newCaseStudy}, Praxam` }]
}

export default function NewCaseStudy() {
  const navigate = useNavigate()
  const mayLeave = useRef(false)
  return (
    <>
      <p>
        <Link to="/admin/case-studies">{catalogueAdmin.backToCaseStudies}</Link>
      </p>
      <div className="title">
        <h1>{catalogueAdmin.newCaseStudy}</h1>
      </div>
      <CaseStudyForm
        base={undefined}
        mayLeave={mayLeave}
        onStored={({ id }, warnings) => {
          mayLeave.current = true
          void navigate(`/admin/case-studies/${encodeURIComponent(id)}?done=added`, { state: { warnings } })
        }}
      />
    </>
  )
}
