/** `/admin/certifications/:certificationId`: one certification to edit or delete. `/admin/certifications/new` adds one. */
import { data, Link } from 'react-router'
import { RecordPage, isOtherPage, recordStatus } from '#web/admin/record-page.tsx'
import { servicesContext } from '#web/context.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { outlineAdmin } from '#web/text/en/admin/outline-admin.ts'
import { CertificationForm } from './certification-form.tsx'
import type { Route } from './+types/certification.ts'
import { listCertificationRows } from '#server/catalogue/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'

export async function loader({ request, context, params: { certificationId: id } }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const rows = await listCertificationRows(context.get(servicesContext).db)
  const stored = rows.find((row) => row.id === id)
  const others = rows.filter((row) => row !== stored).map(({ id }) => id)
  return data({ stored, others }, { status: recordStatus(id, stored) })
}

export const shouldRevalidate = isOtherPage

const texts = {
  site: 'Praxam administration',
  list: catalogueAdmin.certifications,
  back: catalogueAdmin.backToCertifications,
  add: catalogueAdmin.newCertification,
  missing: catalogueAdmin.missingCertification,
  delete: catalogueAdmin.deleteCertification,
}

export default function CertificationPage({ loaderData: { stored, others } }: Route.ComponentProps) {
  return (
    <RecordPage collection="certifications" texts={texts} stored={stored} titleOf={({ name }) => name}>
      {(props) => (
        <>
          {props.base && (
            <p>
              <Link className="link-alone" to={`/admin/certifications/${encodeURIComponent(props.base.id)}/outline`}>
                {outlineAdmin.link}
              </Link>
            </p>
          )}
          <CertificationForm {...props} others={others} />
        </>
      )}
    </RecordPage>
  )
}
