/**
 * `/admin/statistics?exam=mb-800&show=all&question=`: the item statistics of the flagged questions of an exam, or of all its questions, and
 * what candidates chose in one of them.
 */
import { Form, Link } from 'react-router'
import { shorten } from '#exam/plain-text.ts'
import { listFlagSentences, StatisticsOfVersion } from '#web/admin/bank/index.ts'
import { printAddress } from '#web/admin/list-address.ts'
import {
  printStatisticsAddress,
  readStatisticsAddress,
  shownQuestions,
  statisticsOrders,
  type StatisticsPart,
} from '#web/admin/statistics/statistics-address.ts'
import { servicesContext } from '#web/context.ts'
import { percentOf } from '#web/text/en/admin/question-quality.ts'
import { statisticsAdmin as words } from '#web/text/en/admin/statistics.ts'
import { Table } from '#web/ui/figures/table.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { Pagination } from '#web/ui/figures/pagination.tsx'
import type { Route } from './+types/statistics.ts'
import { findQuestions, type ListedQuestion } from '#server/bank/index.ts'
import { listCertificationRows } from '#server/catalogue/index.ts'
import { listUndecidedChallenges, type UndecidedChallenge } from '#server/challenges/index.ts'
import { listCurrentStatistics, listVersionStatistics, type VersionStatistics } from '#server/statistics/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'
import '#web/styles/editor.css'

type ListedStatistics = ListedQuestion & { known: VersionStatistics | undefined; challenge: UndecidedChallenge | undefined }

const wordsMax = 120

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const { db } = context.get(servicesContext)
  const exams = (await listCertificationRows(db)).map(({ id }) => id)
  const part = readStatisticsAddress(url.searchParams, exams)
  const { exam: examId, show, sort } = part
  const filter = { examId, search: '', sort, page: part.page, ...(show === 'flagged' && { statistics: show }) } as const
  const { questions, page, pages } = await findQuestions(db, filter)
  const ids = questions.map(({ id }) => id)
  const statistics = await listCurrentStatistics(db, ids)
  const challenges = await listUndecidedChallenges(db, ids)
  const listed = questions.map((one): ListedStatistics => {
    return { ...one, words: shorten(one.words, wordsMax), known: statistics.get(one.id), challenge: challenges.get(one.id) }
  })
  const chosen = listed.find(({ id }) => id === part.question)
  return { part: { ...part, page }, exams, pages, listed, chosen, versions: chosen ? await listVersionStatistics(db, chosen.id) : [] }
}

export function meta() {
  return [{ title: `${words.title}, Praxam` }]
}

export default function Statistics({ loaderData: { part, exams, pages, listed, chosen, versions } }: Route.ComponentProps) {
  return (
    <>
      <div className="title">
        <h1>{words.title}</h1>
      </div>
      <div className="flow">
        <p className="soft measure">{words.lede}</p>
        <StatisticsFilter part={part} exams={exams} />
        {listed.length > 0 ? <StatisticsTable part={part} listed={listed} /> : <p>{words.none[part.show]}</p>}
        <Pagination
          current={part.page}
          total={pages}
          texts={{ pages: words.pages, page: words.page }}
          linkTo={(page) => printStatisticsAddress({ ...part, page, question: undefined })}
        />
        {chosen && (
          <section className="apart flow editor-quality" aria-labelledby="chosen">
            <h2 id="chosen">{chosen.words}</h2>
            {versions.map((version) => (
              <StatisticsOfVersion key={version.version} version={version} isOpen />
            ))}
            <p>
              <Link className="button" to={printAddress('/admin', { exam: part.exam, edit: chosen.id })}>
                {words.edit}
              </Link>
            </p>
          </section>
        )}
      </div>
    </>
  )
}

function StatisticsFilter({ part, exams }: { part: StatisticsPart; exams: readonly string[] }) {
  return (
    <Form className="row list-filter" action="/admin/statistics" key={printStatisticsAddress(part)}>
      <SelectField label={words.exam} name="exam" defaultValue={part.exam} choices={exams.map((id) => [id, id.toUpperCase()] as const)} />
      <SelectField
        label={words.show}
        name="show"
        defaultValue={part.show}
        choices={shownQuestions.map((one) => [one, words.shows[one]] as const)}
      />
      <SelectField
        label={words.sort}
        name="sort"
        defaultValue={part.sort}
        choices={statisticsOrders.map((one) => [one, words.sorts[one]] as const)}
      />
      <button className="button" type="submit">
        {words.apply}
      </button>
    </Form>
  )
}

function StatisticsTable({ part, listed }: { part: StatisticsPart; listed: readonly ListedStatistics[] }) {
  const { columns } = words
  const figure = (title: string, print: (statistics: NonNullable<VersionStatistics['statistics']>) => string) => ({
    title,
    isFigure: true,
    isLabeled: true,
    renderCell: ({ known }: ListedStatistics) => (known?.statistics ? print(known.statistics) : words.notYet),
  })
  return (
    <Table
      rows={listed}
      rowKey={({ id }) => id}
      columns={[
        {
          title: columns.question,
          renderCell: ({ id, words: text, state }) => (
            <>
              <Link to={`${printStatisticsAddress({ ...part, question: id })}#chosen`} aria-current={id === part.question || undefined}>
                {text}
              </Link>{' '}
              {state === 'draft' && <span className="badge">{words.draft}</span>}
            </>
          ),
        },
        { title: columns.answers, isFigure: true, isLabeled: true, renderCell: ({ known }) => known?.answers ?? 0 },
        figure(columns.facility, ({ facility }) => percentOf(facility)),
        figure(columns.discrimination, ({ discrimination }) => (discrimination === null ? words.unknown : words.index(discrimination))),
        figure(columns.median, ({ medianMs }) => words.seconds(medianMs)),
        figure(columns.guesses, ({ guessShare }) => percentOf(guessShare)),
        { title: columns.reasons, renderCell: (one) => <Reasons of={one} /> },
      ]}
    />
  )
}

function Reasons({ of: { known, challenge } }: { of: ListedStatistics }) {
  const flags = known?.statistics ? listFlagSentences(known.statistics) : []
  if (flags.length === 0 && !challenge) return null
  return (
    <ul role="list">
      {flags.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {challenge && (
        <li>
          <Link to={`/admin/challenges/${challenge.id}`}>{words.challenge(challenge)}</Link>
        </li>
      )}
    </ul>
  )
}
