/** How many questions each objective has, those without published questions first, and the questions whose objective is missing or gone. */
import { Link } from 'react-router'
import { outlineAdmin } from '#web/text/en/admin/outline-admin.ts'
import { number } from '#web/text/en/numbers.ts'
import { Table } from '#web/ui/figures/table.tsx'
import { ObjectiveLine } from './outline-preview.tsx'
import { QuestionLink } from './question-fates.tsx'
import type { OutlineCoverage } from '#server/bank/index.ts'

type Props = { certificationId: string; coverage: OutlineCoverage }

export function OutlineCoverageList({ certificationId, coverage: { objectives, orphaned, unplaced } }: Props) {
  const { objective, published, drafts, write } = outlineAdmin.coverageColumns
  const covered = objectives.filter((one) => one.published > 0).length
  return (
    <section className="apart flow" aria-labelledby="coverage">
      <h2 id="coverage">{outlineAdmin.coverage}</h2>
      {objectives.length > 0 && <p className="soft">{outlineAdmin.covered(covered, objectives.length)}</p>}
      <MisplacedQuestions certificationId={certificationId} list={orphaned} title={outlineAdmin.orphanedNow(orphaned.total)} />
      {objectives.length > 0 && (
        <MisplacedQuestions certificationId={certificationId} list={unplaced} title={outlineAdmin.unplacedNow(unplaced.total)} />
      )}
      {objectives.length > 0 && (
        <Table
          rows={objectives}
          rowKey={({ id }) => id}
          className="outline-coverage"
          columns={[
            { title: objective, renderCell: (one) => <ObjectiveLine objective={one} /> },
            { title: published, renderCell: (one) => number(one.published), isFigure: true, isLabeled: true },
            { title: drafts, renderCell: (one) => number(one.drafts), isFigure: true, isLabeled: true },
            {
              title: write,
              isTitleHidden: true,
              isFigure: true,
              renderCell: ({ id, text }) => (
                <Link
                  className="link-alone"
                  to={`/admin?exam=${encodeURIComponent(certificationId)}&add&objective=${encodeURIComponent(id)}`}
                >
                  {outlineAdmin.write}
                  <span className="visually-hidden"> {outlineAdmin.writeFor(text)}</span>
                </Link>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}

function MisplacedQuestions({
  certificationId,
  list,
  title,
}: Pick<Props, 'certificationId'> & { list: OutlineCoverage['orphaned']; title: string }) {
  const { total, listed } = list
  if (total === 0) return null
  return (
    <details>
      <summary>{title}</summary>
      <ol className="outline-questions" role="list">
        {listed.map((question) => (
          <li key={question.id}>
            <QuestionLink certificationId={certificationId} question={question} />
            {question.objective !== null && <span className="small outline-place">{question.objective}</span>}
          </li>
        ))}
      </ol>
      {listed.length < total && <p className="small">{outlineAdmin.firstOnly(listed.length, total)}</p>}
    </details>
  )
}
