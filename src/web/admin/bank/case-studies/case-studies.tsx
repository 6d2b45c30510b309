/** `/admin/case-studies?search=&page=`: all case studies or the matches of a search, 25 per page. */
import { Form, Link } from 'react-router'
import { printAddress, readText } from '#web/admin/list-address.ts'
import { servicesContext } from '#web/context.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { day } from '#web/text/en/figures/dates.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Pagination, readPage } from '#web/ui/figures/pagination.tsx'
import { Table } from '#web/ui/figures/table.tsx'
import type { Route } from './+types/case-studies.ts'
import { listCaseStudyEntries, type CaseStudyEntry } from '#server/bank/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'

const searchLengthMax = 200

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const search = readText(url.searchParams, 'search', searchLengthMax)
  const page = readPage(url.searchParams.get('page'))
  const found = await listCaseStudyEntries(context.get(servicesContext).db, { search, page })
  return { ...found, search, isDeleted: url.searchParams.get('done') === 'deleted' }
}

export function meta() {
  return [{ title: `${catalogueAdmin.caseStudies}, Praxam` }]
}

export default function CaseStudies({ loaderData }: Route.ComponentProps) {
  const { caseStudies, total, page, pages, search, isDeleted } = loaderData
  return (
    <>
      <div className="title">
        <h1>{catalogueAdmin.caseStudies}</h1>
        <Link className="button" data-kind="primary" to="/admin/case-studies/new">
          {catalogueAdmin.addCaseStudy}
        </Link>
      </div>
      <div className="flow">
        {isDeleted && <Notice verdict="right">{catalogueAdmin.deleted}</Notice>}
        <search>
          {/* A new search starts with the first page. */}
          <Form key={search} className="search">
            <Field name="search" label={catalogueAdmin.searchTitle} value={search} autoComplete="off" lengthMax={searchLengthMax} />
            <button className="button" type="submit">
              {catalogueAdmin.find}
            </button>
            {search && <Link to="/admin/case-studies">{catalogueAdmin.showAll}</Link>}
          </Form>
        </search>
        <p className="small" role="status">
          {catalogueAdmin.caseStudiesCount(total, search)}
        </p>
        {total > 0 ? (
          <CaseStudyTable caseStudies={caseStudies} />
        ) : (
          <p>{search ? catalogueAdmin.noCaseStudyFound : catalogueAdmin.noCaseStudies}</p>
        )}
        <Pagination
          texts={bank}
          current={page}
          total={pages}
          linkTo={(number) => printAddress('/admin/case-studies', { search, page: String(number) })}
        />
      </div>
    </>
  )
}

function CaseStudyTable({ caseStudies }: { caseStudies: CaseStudyEntry[] }) {
  const { title, questions, exams, changed } = catalogueAdmin.caseStudyColumns
  return (
    <Table
      rows={caseStudies}
      rowKey={({ id }) => id}
      columns={[
        { title, renderCell: (entry) => <Link to={`/admin/case-studies/${encodeURIComponent(entry.id)}`}>{entry.title}</Link> },
        { title: exams, renderCell: (entry) => entry.certificationIds.join(', ').toUpperCase() || catalogueAdmin.none, isLabeled: true },
        { title: questions, renderCell: (entry) => entry.questionCount, isLabeled: true },
        { title: changed, renderCell: (entry) => (entry.updatedAt ? day(entry.updatedAt) : catalogueAdmin.asLoaded), isLabeled: true },
      ]}
    />
  )
}
