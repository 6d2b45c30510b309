/** `/admin/certifications/new`. */
import { Link } from 'react-router'
import { listCertificationRows } from '#server/catalogue.ts'
import { getAdministrator } from '#web/account/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { catalogueAdmin } from '#web/text/en/catalogue-admin.ts'
import { CertificationForm } from './certification-form.tsx'
import type { Route } from './+types/new-certification.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const rows = await listCertificationRows(context.get(servicesContext).db)
  return { others: rows.map(({ id }) => id) }
}

export function meta() {
  return [{ title: `${catalogueAdmin.newCertification}, Praxam` }]
}

export default function NewCertification({ loaderData: { others } }: Route.ComponentProps) {
  return (
    <>
      <p>
        <Link to="/admin/certifications">{catalogueAdmin.backToCertifications}</Link>
      </p>
      <div className="title">
        <h1>{catalogueAdmin.newCertification}</h1>
      </div>
      <CertificationForm stored={undefined} others={others} isJustAdded={false} />
    </>
  )
}
