/** `/admin/case-studies/new`. */
import { Link } from 'react-router'
import { getAdministrator } from '#web/account/viewer.ts'
import { catalogueAdmin } from '#web/text/en/catalogue-admin.ts'
import { CaseStudyForm } from './case-study-form.tsx'
import type { Route } from './+types/new-case-study.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  return null
}

export function meta() {
  return [{ title: `${catalogueAdmin.newCaseStudy}, Praxam` }]
}

export default function NewCaseStudy() {
  return (
    <>
      <p>
        <Link to="/admin/case-studies">{catalogueAdmin.backToCaseStudies}</Link>
      </p>
      <div className="title">
        <h1>{catalogueAdmin.newCaseStudy}</h1>
      </div>
      <CaseStudyForm stored={undefined} isJustAdded={false} />
    </>
  )
}
