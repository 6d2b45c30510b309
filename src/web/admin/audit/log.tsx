/** `/admin/log?kind=&search=&before=`: the audit log, fifty lines per page, newest first. */
import { Form, Link } from 'react-router'
import { printAddress, readText } from '#web/admin/list-address.ts'
import { Timestamp } from '#web/admin/timestamp.tsx'
import { servicesContext } from '#web/context.ts'
import { admin } from '#web/text/en/admin/admin.ts'
import { Field, SelectField } from '#web/ui/forms/field.tsx'
import { NextPageLinks } from '#web/ui/figures/pagination.tsx'
import { Table } from '#web/ui/figures/table.tsx'
import type { Route } from './+types/log.ts'
import { auditActions, listAuditLog, type AuditAction, type AuditGroup, type AuditLine } from '#server/audit/index.ts'
import { imageAddress } from '#server/bank/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'

/** A line as the page shows it. `to` is the page of its subject. */
type ShownLine = Omit<AuditLine, 'subject' | 'subjectId' | 'kind'> & { subject: string; to: string | undefined }

const textLengthMax = 254

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const kind = groups.find((group) => group === url.searchParams.get('kind'))
  const search = readText(url.searchParams, 'search', textLengthMax)
  const before = readText(url.searchParams, 'before', textLengthMax) || undefined
  const page = await listAuditLog(context.get(servicesContext).db, { before, action: kind, search })
  return { lines: page.lines.map(showLine), next: page.next, kind, search, isFirst: before === undefined }
}

const groups = Object.keys(auditActions) as AuditGroup[]

function showLine({ subjectId, kind, ...line }: AuditLine): ShownLine {
  const group = groups.find((group) => (auditActions[group] as readonly AuditAction[]).includes(line.action))
  const title = line.detail?.['title']
  const subject = line.subject ?? (title === undefined ? admin.logUnnamed(group, subjectId) : String(title))
  return { ...line, subject, to: line.action.endsWith('deleted') ? undefined : pathOf(kind, group, encodeURIComponent(subjectId)) }
}

/** The page of the subject. When several questions were changed at once, the subject is their certification. */
function pathOf(kind: AuditLine['kind'], group: AuditGroup | undefined, id: string): string | undefined {
  if (group === 'images') return imageAddress + id
  if (kind === 'questions') return `/admin?edit=${id}`
  if (kind === 'certifications' && group === 'questions') return `/admin?exam=${id}`
  return kind && `/admin/${kind}/${id}`
}

export function meta() {
  return [{ title: `${admin.log}, Praxam` }]
}

export default function Log({ loaderData: { lines, next, kind, search, isFirst } }: Route.ComponentProps) {
  return (
    <>
      <div className="title">
        <h1>{admin.log}</h1>
      </div>
      <div className="flow">
        <search>
          {/* A new search starts with the newest line. */}
          <Form key={`${kind} ${search}`} className="search">
            <SelectField
              name="kind"
              label={admin.logKind}
              defaultValue={kind ?? ''}
              choices={[['', admin.logEveryKind], ...Object.entries(admin.logKinds)]}
            />
            <Field name="search" label={admin.logSearch} value={search} autoComplete="off" lengthMax={textLengthMax} />
            <button className="button" type="submit">
              {admin.find}
            </button>
            {(kind ?? search) && (
              <Link className="link-alone" to="/admin/log">
                {admin.logShowAll}
              </Link>
            )}
          </Form>
        </search>
        {lines.length > 0 ? <LogTable lines={lines} /> : <p role="status">{admin.logNothing}</p>}
        <NextPageLinks
          label={admin.page}
          first={!isFirst && { to: printAddress('/admin/log', { kind, search }), text: admin.logLatest }}
          next={next ? { to: printAddress('/admin/log', { kind, search, before: next }), text: admin.logOlder } : undefined}
        />
      </div>
    </>
  )
}

function LogTable({ lines }: { lines: ShownLine[] }) {
  const { what, who, when } = admin.logColumns
  return (
    <Table
      className="log"
      rows={lines}
      rowKey={({ id }) => id}
      columns={[
        { title: what, renderCell: (line) => <AuditSubject line={line} /> },
        { title: who, renderCell: ({ actor }) => admin.logActor(actor) },
        { title: when, renderCell: ({ at }) => <Timestamp at={at} /> },
      ]}
    />
  )
}

function AuditSubject({ line: { action, subject, to, detail } }: { line: ShownLine }) {
  return (
    <>
      {subject ? `${admin.auditLine[action]}: ` : admin.auditLine[action]}
      {to ? <Link to={to}>{subject}</Link> : subject}
      {detail && <p className="small soft">{admin.logDetail(detail)}</p>}
    </>
  )
}
