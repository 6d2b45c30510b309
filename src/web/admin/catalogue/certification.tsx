/** `/admin/certifications/:certificationId`: one certification to edit or delete. */
import { useRef, useState } from 'react'
import { Link, data, useNavigate } from 'react-router'
import { DeleteItem } from '#web/admin/delete-item.tsx'
import { servicesContext } from '#web/context.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { Message } from '#web/ui/message.tsx'
import { CertificationForm } from './certification-form.tsx'
import type { Route } from './+types/certification.ts'
import { listCertificationRows, type CertificationRow } from '#server/catalogue/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const rows = await listCertificationRows(context.get(servicesContext).db)
  const stored = rows.find(({ id }) => id === params.certificationId)
  const others = rows.map(({ id }) => id).filter((id) => id !== params.certificationId)
  return data({ stored, others, isJustAdded: url.searchParams.get('done') === 'added' }, { status: stored ? 200 : 404 })
}

/** A save updates the form itself, so the loader is not called again. */
export function shouldRevalidate({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) {
  return currentUrl.pathname !== nextUrl.pathname
}

export default function CertificationPage({ loaderData: { stored, others, isJustAdded } }: Route.ComponentProps) {
  const back = <Link to="/admin/certifications">{catalogueAdmin.backToCertifications}</Link>
  if (!stored) {
    return (
      <>
        <title>{`${catalogueAdmin.certifications}, Praxam administration`}</title>
        <Message title={catalogueAdmin.certifications} actions={back}>
          {catalogueAdmin.missingCertification}
        </Message>
      </>
    )
  }
  return (
    <>
      <p>{back}</p>
      <Certification key={stored.id} stored={stored} others={others} isJustAdded={isJustAdded} />
    </>
  )
}

/** `base` is the row as last saved. */
function Certification({ stored, others, isJustAdded }: { stored: CertificationRow; others: readonly string[]; isJustAdded: boolean }) {
  const [base, setBase] = useState(stored)
  const mayLeave = useRef(false)
  const navigate = useNavigate()
  return (
    <>
      <title>{`${base.name}, Praxam administration`}</title>
      <div className="title">
        <h1>{base.name}</h1>
      </div>
      <CertificationForm base={base} others={others} isJustAdded={isJustAdded} mayLeave={mayLeave} onStored={setBase} />
      <DeleteItem
        label={catalogueAdmin.deleteCertification}
        name={base.name}
        path={`/api/certifications/${base.id}`}
        onDeleted={() => {
          mayLeave.current = true
          void navigate('/admin/certifications?done=deleted')
        }}
      />
    </>
  )
}
