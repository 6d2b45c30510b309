/** `/admin/certifications`: the catalog. */
import { Link } from 'react-router'
import { servicesContext } from '#web/context.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Status } from '#web/ui/figures/status.tsx'
import { Table } from '#web/ui/figures/table.tsx'
import type { Route } from './+types/certifications.ts'
import { listCertifications, type CatalogSummary } from '#server/catalogue/index.ts'
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

function CertificationTable({ certifications }: { certifications: CatalogSummary[] }) {
  const { name, id, family, type, status, questions } = catalogueAdmin.certificationColumns
  return (
    <Table
      rows={certifications}
      rowKey={({ id }) => id}
      columns={[
        { title: name, renderCell: (entry) => <Link to={`/admin/certifications/${entry.id}`}>{entry.name}</Link> },
        { title: id, renderCell: (entry) => entry.id.toUpperCase(), isLabeled: true },
        { title: family, renderCell: (entry) => entry.family, isLabeled: true },
        { title: type, renderCell: (entry) => entry.type, isLabeled: true },
        { title: status, renderCell: (entry) => <Status certification={entry} length="short" /> },
        { title: questions, renderCell: (entry) => entry.bankSize, isLabeled: true },
      ]}
    />
  )
}
