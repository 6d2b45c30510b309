/** The result of a dry run: totals, and a row for each question of the file, fifty per page. */
import { useMemo, useState } from 'react'
import { bank } from '#web/text/en/admin/bank.ts'
import { number } from '#web/text/en/numbers.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Pagination } from '#web/ui/figures/pagination.tsx'
import { Table, type TableColumn } from '#web/ui/figures/table.tsx'
import type { ImportReport, ImportRow } from '#server/bank/index.ts'

const verdicts = ['new', 'changed', 'same', 'refused'] as const
const tabs = ['refused', 'new', 'changed', 'same', 'partly', 'warnings'] as const
type Tab = (typeof tabs)[number]
const rowsPerPage = 50

export function ImportReportView({ report }: { report: ImportReport }) {
  const [tab, setTab] = useState<Tab>(() => tabs.find((tab) => rowsOf(report, tab).length > 0) ?? 'new')
  const [page, setPage] = useState(1)
  const rows = useMemo(() => rowsOf(report, tab), [report, tab])
  const pages = Math.ceil(rows.length / rowsPerPage)
  const { counts } = report
  const written = counts.new + counts.changed
  return (
    <>
      <dl className="figures">
        {verdicts.map((verdict) => (
          <div key={verdict}>
            <dt>{bank.counts[verdict]}</dt>
            <dd>{number(counts[verdict])}</dd>
          </div>
        ))}
      </dl>
      <ul className="tabs" role="list" aria-label={bank.show}>
        {tabs
          .filter((one) => one !== 'partly' || report.reading.id !== null)
          .map((one) => (
            <li key={one}>
              <button
                type="button"
                aria-pressed={one === tab}
                onClick={() => {
                  setTab(one)
                  setPage(1)
                }}
              >
                {bank.tabs[one](rowsOf(report, one).length + (one === 'warnings' ? report.setWarnings.length : 0))}
              </button>
            </li>
          ))}
      </ul>
      {tab === 'warnings' && report.setWarnings.length > 0 && (
        <ul>
          {report.setWarnings.map((warning, i) => (
            <li key={i}>
              <Words issue={warning} />
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && <Rows rows={rows.slice((page - 1) * rowsPerPage, page * rowsPerPage)} all={report.rows} tab={tab} />}
      {rows.length === 0 && (tab !== 'warnings' || report.setWarnings.length === 0) && <p className="soft">{bank.noRows[tab]}</p>}
      <Pagination texts={bank} current={page} total={pages} onChange={setPage} />
      {counts.refused > 0 && (
        <div className="notice">
          <Icon name="alert" />
          <p>{report.reading.id === null ? bank.allOrNothing(written) : bank.someRefused(counts.refused, written)}</p>
        </div>
      )}
      {counts.refused === 0 && written === 0 && (
        <div className="notice">
          <Icon name="check" />
          <p>{bank.nothingToImport}</p>
        </div>
      )}
    </>
  )
}

function rowsOf({ rows }: ImportReport, tab: Tab): ImportRow[] {
  return rows.filter((row) => {
    if (tab === 'partly') return row.verdict !== 'refused' && row.leftOut.length > 0
    return tab === 'warnings' ? row.warnings.length > 0 || row.nearDuplicate !== null : row.verdict === tab
  })
}

/** `all` are the rows of the file by index. */
function Rows({ rows, all, tab }: { rows: ImportRow[]; all: readonly ImportRow[]; tab: Tab }) {
  const hasNotes = tab === 'refused' || tab === 'partly' || rows.some(({ warnings, nearDuplicate: near }) => warnings.length > 0 || near)
  const notes: TableColumn<ImportRow> = {
    title: tab === 'refused' ? bank.why : tab === 'partly' ? bank.leftOut : bank.notes,
    className: 'issues',
    renderCell: (row) => <Notes row={row} all={all} tab={tab} />,
  }
  return (
    <Table
      rows={rows}
      rowKey={({ index }) => index}
      columns={[
        { title: bank.columns.question, renderCell: ({ title }) => title || bank.noText },
        { title: bank.where, renderCell: ({ index, line, file, element }) => bank.place(index, line, file, element) },
        ...(hasNotes ? [notes] : []),
      ]}
    />
  )
}

function Notes({
  row: { problems, warnings, leftOut, nearDuplicate: near },
  all,
  tab,
}: {
  row: ImportRow
  all: readonly ImportRow[]
  tab: Tab
}) {
  const issues = (tab === 'refused' ? problems : tab === 'partly' ? leftOut : warnings).map((issue, i) => (
    <p key={i}>
      <Words issue={issue} />
    </p>
  ))
  if (tab === 'refused' || tab === 'partly') return issues
  return (
    <>
      {issues}
      {near && near.index === null && (
        <p>
          {bank.nearBank}{' '}
          <a href={`/admin?edit=${encodeURIComponent(near.id)}`} target="_blank" rel="noopener">
            {near.title || bank.noText}
            <span className="visually-hidden"> {bank.inNewTab}</span>
          </a>
        </p>
      )}
      {near && near.index !== null && <p>{bank.nearFile(near.title || bank.noText, all[near.index]?.line)}</p>}
    </>
  )
}

function Words({ issue: { field, reason } }: { issue: { field: string; reason: string } }) {
  return (
    <>
      {field && <code>{field}</code>} {reason}
    </>
  )
}
