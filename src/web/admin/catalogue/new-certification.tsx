/** `/admin/certifications/new`. */
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { servicesContext } from '#web/context.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { CertificationForm } from './certification-form.tsx'
import type { Route } from './+types/new-certification.ts'
import { listCertificationRows } from '#server/catalogue/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const rows = await listCertificationRows(context.get(servicesContext).db)
  return { others: rows.map(({ id }) => id) }
}

export function meta() {
  return [{ title: `${catalogueAdmin.newCertification}, Praxam` }]
}

export default function NewCertification({ loaderData: { others } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const mayLeave = useRef(false)
  return (
    <>
      <p>
        <Link to="/admin/certifications">{catalogueAdmin.backToCertifications}</Link>
      </p>
      <div className="title">
        <h1>{catalogueAdmin.newCertification}</h1>
      </div>
      <CertificationForm
        base={undefined}
        others={others}
        mayLeave={mayLeave}
        onStored={({ id }) => {
          mayLeave.current = true
          void navigate(`/admin/certifications/${id}?done=added`)
        }}
      />
    </>
  )
}
