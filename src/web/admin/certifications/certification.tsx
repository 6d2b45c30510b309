/** `/admin/certifications/:certificationId`: one certification to edit or delete. */
import { Link, data, useNavigate } from 'react-router'
import { listCertificationRows } from '#server/catalogue.ts'
import { getAdministrator } from '#web/account/viewer.ts'
import { DeleteItem } from '#web/admin/delete-item.tsx'
import { servicesContext } from '#web/context.ts'
import { catalogueAdmin } from '#web/text/en/catalogue-admin.ts'
import { Message } from '#web/ui/message.tsx'
import { CertificationForm } from './certification-form.tsx'
import type { Route } from './+types/certification.ts'

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const rows = await listCertificationRows(context.get(servicesContext).db)
  const stored = rows.find(({ id }) => id === params.certificationId)
  const others = rows.map(({ id }) => id).filter((id) => id !== params.certificationId)
  return data({ stored, others, isJustAdded: url.searchParams.get('done') === 'added' }, { status: stored ? 200 : 404 })
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.stored?.name ?? catalogueAdmin.certifications}, Praxam administration` }]
}

/** What is on the screen stays until its own form replaces it. */
export function shouldRevalidate({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) {
  return currentUrl.pathname !== nextUrl.pathname
}

export default function Certification({ loaderData: { stored, others, isJustAdded } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const back = <Link to="/admin/certifications">{catalogueAdmin.backToCertifications}</Link>
  if (!stored) {
    return (
      <Message title={catalogueAdmin.certifications} actions={back}>
        {catalogueAdmin.missingCertification}
      </Message>
    )
  }
  return (
    <>
      <p>{back}</p>
      <div className="title">
        <h1>{stored.name}</h1>
      </div>
      <CertificationForm key={stored.id} stored={stored} others={others} isJustAdded={isJustAdded} />
      <DeleteItem
        label={catalogueAdmin.deleteCertification}
        name={stored.name}
        path={`/api/certifications/${stored.id}`}
        onDeleted={() => void navigate('/admin/certifications?done=deleted')}
      />
    </>
  )
}
