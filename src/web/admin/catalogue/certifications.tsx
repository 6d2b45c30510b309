/** `/admin/certifications`: the catalogue. */
import { Link } from 'react-router'
import { servicesContext } from '#web/context.ts'
import { catalogueAdmin } from '#web/text/en/catalogue-admin.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Status } from '#web/ui/status.tsx'
import type { Route } from './+types/certifications.ts'
import { listCertifications } from '#server/catalogue/index.ts'
import type { CatalogueSummary } from '#server/catalogue/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const certifications = await listCertifications(context.get(servicesContext).db)
  return { certifications, isDeleted: url.searchParams.get('done') === 'deleted' }
}

export function meta() {
  return [{ title: `${catalogueAdmin.certifications}, Praxam administration` }]
}

export default function Certifications({ loaderData: { certifications, isDeleted } }: Route.ComponentProps) {
  return (
    <>
      <div className="title">
        <h1>{catalogueAdmin.certifications}</h1>
        <Link className="button" data-kind="primary" to="/admin/certifications/new">
          {catalogueAdmin.addCertification}
        </Link>
      </div>
      <div className="flow">
        {isDeleted && <Notice verdict="right">{catalogueAdmin.deleted}</Notice>}
        <p className="small">{catalogueAdmin.certificationsCount(certifications.length)}</p>
        <CertificationTable certifications={certifications} />
      </div>
    </>
  )
}

function CertificationTable({ certifications }: { certifications: CatalogueSummary[] }) {
  const { name, id, family, type, status, questions } = catalogueAdmin.certificationColumns
  return (
    <table className="table" data-stack>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{id}</th>
          <th scope="col">{family}</th>
          <th scope="col">{type}</th>
          <th scope="col">{status}</th>
          <th scope="col">{questions}</th>
        </tr>
      </thead>
      <tbody>
        {certifications.map((one) => (
          <tr key={one.id}>
            <td>
              <Link to={`/admin/certifications/${one.id}`}>{one.name}</Link>
            </td>
            <td data-label={id}>{one.id.toUpperCase()}</td>
            <td data-label={family}>{one.family}</td>
            <td data-label={type}>{one.type}</td>
            <td>
              <Status certification={one} length="short" />
            </td>
            <td data-label={questions}>{one.bankSize}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
