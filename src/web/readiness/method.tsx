/** `/readiness`: how readiness is estimated, and how well it agrees with simulated and with real results. */
import { calibration, type CalibrationRow } from '#exam/readiness/calibration.ts'
import { listReportedResults, minReportedResults, type ReportedGroup } from '#server/readiness/index.ts'
import { servicesContext } from '#web/context.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { readinessMethod as words } from '#text/readiness.ts'
import { Table } from '#web/ui/figures/table.tsx'
import type { Route } from './+types/method.ts'

/** The figures are loader data, so that no other page downloads them. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  return { calibration, reported: (await listReportedResults(db)) ?? null, needed: minReportedResults }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({ title: words.pageTitle, description: words.description, path: '/readiness', matches })
}

export default function ReadinessMethod({ loaderData: { calibration, reported, needed } }: Route.ComponentProps) {
  return (
    <SitePage>
      <article className="reading">
        <h1>{words.title}</h1>
        <p className="lede">{words.lede}</p>
        {words.parts.map(({ heading, paragraphs }) => (
          <section key={heading} className="flow">
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
        <section className="flow">
          <h2>{words.simulatedTitle}</h2>
          <p>{words.simulatedText(calibration.learners)}</p>
          <RangeTable rows={[calibration.all, ...calibration.byAnswers]} />
          <h3>{words.chanceTitle}</h3>
          <ChanceTable rows={calibration.byChance} />
        </section>
        <section className="flow">
          <h2>{words.realTitle}</h2>
          {reported ? (
            <>
              <p>{words.realText}</p>
              <ReportedTable rows={reported} />
            </>
          ) : (
            <p>{words.realMissing(needed)}</p>
          )}
        </section>
      </article>
    </SitePage>
  )
}

function RangeTable({ rows: [all, ...others] }: { rows: readonly CalibrationRow[] }) {
  const { answers, learners, inside, width } = words.answersColumns
  return (
    <Table
      rows={all ? [...others, all] : others}
      rowKey={({ group }) => group.join('-')}
      columns={[
        { title: answers, renderCell: (row) => (row === all ? words.all : row.group.join('–')), isLabeled: true },
        { title: learners, renderCell: (row) => words.count(row.learners), isFigure: true, isLabeled: true },
        { title: inside, renderCell: (row) => words.percent(row.inside), isFigure: true, isLabeled: true },
        { title: width, renderCell: (row) => words.points(row.width), isFigure: true, isLabeled: true },
      ]}
    />
  )
}

function ChanceTable({ rows }: { rows: readonly CalibrationRow[] }) {
  const { expected, learners, average, passed } = words.chanceColumns
  return (
    <Table
      rows={rows}
      rowKey={({ group }) => group.join('-')}
      columns={[
        { title: expected, renderCell: ({ group }) => words.group(...group), isLabeled: true },
        { title: learners, renderCell: (row) => words.count(row.learners), isFigure: true, isLabeled: true },
        { title: average, renderCell: ({ expectedPasses }) => words.percent(expectedPasses), isFigure: true, isLabeled: true },
        { title: passed, renderCell: ({ passes }) => words.percent(passes), isFigure: true, isLabeled: true },
      ]}
    />
  )
}

function ReportedTable({ rows }: { rows: readonly ReportedGroup[] }) {
  const columns = words.realColumns
  return (
    <Table
      rows={rows}
      rowKey={({ from }) => from}
      columns={[
        { title: columns.expected, renderCell: ({ from, to }) => words.group(from, to), isLabeled: true },
        { title: columns.results, renderCell: ({ results }) => words.count(results), isFigure: true, isLabeled: true },
        { title: columns.average, renderCell: ({ expected }) => words.percent(expected), isFigure: true, isLabeled: true },
        { title: columns.passed, renderCell: ({ passed }) => words.percent(passed), isFigure: true, isLabeled: true },
      ]}
    />
  )
}
