/** `/profile/readiness/:certificationId`: the likely score of a member on an exam, by skill area, and what would narrow the range. */
import { Link } from 'react-router'
import { familyMark } from '#exam/certification.ts'
import { passMarkPercent } from '#exam/grading.ts'
import { toLocalTime } from '#exam/planning/local-day.ts'
import { areaPracticePath, mixedPracticePath } from '#exam/question-set.ts'
import { minAnswers, minAreaAnswers, type AreaReadiness, type Readiness } from '#exam/readiness/readiness.ts'
import { readReadiness } from '#server/readiness/index.ts'
import { readSettings } from '#server/settings/index.ts'
import { getViewer } from '#web/accounts/index.server.ts'
import { servicesContext } from '#web/context.ts'
import { getCertification } from '#web/http/get-certification.ts'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { RangeFigure, SmallRangeFigure } from '#web/readiness/range-figure.tsx'
import { AnswerMeter } from '#web/readiness/readiness-card.tsx'
import { catalogue } from '#text/catalogue.ts'
import { readiness as words } from '#text/readiness.ts'
import { Table } from '#web/ui/figures/table.tsx'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { English } from '#web/ui/english.tsx'
import { AreaName, areaNameOf } from '#web/ui/areas/area-name.tsx'
import type { Route } from './+types/readiness.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const viewer = await getViewer(context, request)
  const { db } = context.get(servicesContext)
  const entry = await getCertification(db, params.certificationId, (id) => `/profile/readiness/${id}`)
  const { id, name, family, skillAreas } = entry
  const { timeZone } = await readSettings(db, viewer.id)
  const readiness = await readReadiness(db, viewer.id, entry, new Date())
  const lastDay = readiness.state === 'out-of-date' ? toLocalTime(readiness.lastAnsweredAt, timeZone).day : null
  return { certification: { id, name, family, skillAreas }, readiness, lastDay }
}

type Data = Route.ComponentProps['loaderData']

export default function ReadinessPage({ loaderData: { certification, readiness, lastDay } }: Route.ComponentProps) {
  const { id, name, family } = certification
  return (
    <SitePage>
      <NoindexTitle>{`${words.pageTitle(id.toUpperCase())}, Praxam`}</NoindexTitle>
      <div data-family={familyMark(family)}>
        <p className="facts">
          <IdBadge id={id} />
          <Link to={`/certifications/${id}`}>
            <English>{name}</English>
          </Link>
        </p>
        <h1>{words.title}</h1>
        {readiness.state === 'estimated' && <Estimate certification={certification} readiness={readiness} />}
        {readiness.state === 'not-enough' && <NotEnough certification={certification} readiness={readiness} />}
        {readiness.state === 'out-of-date' && (
          <section className="flow" aria-labelledby="state">
            <h2 id="state">{words.outOfDateTitle}</h2>
            <p>{words.outOfDate(lastDay ?? '')}</p>
            <PracticeLink id={id} />
          </section>
        )}
        <p className="apart row">
          <Link className="link-alone" to="/readiness">
            {words.how}
          </Link>
          <Link className="link-alone" to={`/profile/progress/${id}`}>
            {words.backToProgress}
          </Link>
        </p>
      </div>
    </SitePage>
  )
}

type Certification = Data['certification']
type Of<State extends Readiness['state']> = { certification: Certification; readiness: Extract<Readiness, { state: State }> }

function Estimate({ certification, readiness }: Of<'estimated'>) {
  const { range, relation, answers, passProbability, areas } = readiness
  return (
    <>
      <div className="readiness-pair">
        <section aria-labelledby="state">
          <h2 id="state">{words.today(range)}</h2>
          <RangeFigure range={range} />
          <p className="apart">
            {words.thatIs}
            <b>{words.relation(relation)}</b>
            {words.passes(passMarkPercent, passProbability)}
          </p>
          <p className="small">{words.from(answers)}</p>
        </section>
        <Narrowing certification={certification} readiness={readiness} />
      </div>
      <AreaTable certification={certification} areas={areas} />
    </>
  )
}

function Narrowing({ certification: { id, skillAreas }, readiness: { narrowing } }: Of<'estimated'>) {
  return (
    <section aria-labelledby="narrow">
      <h2 id="narrow">{words.narrowTitle}</h2>
      {narrowing === null && <p className="soft">{words.allNarrow}</p>}
      <ul className="lines" role="list">
        {narrowing && (
          <li>
            <div>
              <h3>{words.narrow(narrowing.answers, areaNameOf(narrowing.area))}</h3>
              <p>{words.narrowText(narrowing.points)}</p>
            </div>
            <Link className="button" to={areaPath(id, skillAreas, narrowing.area)}>
              {words.practice(narrowing.answers)}
            </Link>
          </li>
        )}
        <li>
          <div>
            <h3>{words.simulation}</h3>
            <p>{words.simulationText}</p>
          </div>
          <Link className="button" to={`/exam/${id}/simulation`}>
            {words.simulate}
          </Link>
        </li>
      </ul>
    </section>
  )
}

function AreaTable({ certification: { skillAreas }, areas }: { certification: Certification; areas: readonly AreaReadiness[] }) {
  const { area, weight, answers, chart, likely } = words.columns
  return (
    <section className="apart" aria-labelledby="areas">
      <h2 id="areas">{words.byArea}</h2>
      <p className="soft measure">{words.byAreaText}</p>
      <Table
        rows={areas}
        rowKey={({ name }) => name}
        columns={[
          { title: area, renderCell: ({ name }) => <AreaName name={name} /> },
          {
            title: weight,
            renderCell: ({ name }) => {
              const own = skillAreas.find((one) => one.name === name)
              return own ? catalogue.weightRange(own.weightMin, own.weightMax) : words.none
            },
            isFigure: true,
            isLabeled: true,
          },
          { title: answers, renderCell: (one) => words.answers(one.answers), isFigure: true },
          {
            title: chart,
            renderCell: (one) => (
              <div className="range-cell">
                {one.range ? (
                  <SmallRangeFigure range={one.range} name={words.areaName({ ...one, name: areaNameOf(one.name) })} />
                ) : (
                  <span className="small">{words.notYet(minAreaAnswers)}</span>
                )}
              </div>
            ),
          },
          { title: likely, renderCell: ({ range }) => (range ? words.range(range) : words.none), isFigure: true, isLabeled: true },
        ]}
      />
    </section>
  )
}

function NotEnough({ certification: { id, skillAreas }, readiness: { answers, missing } }: Of<'not-enough'>) {
  const lines = words.missing(missing.map((one) => ({ ...one, area: areaNameOf(one.area) })))
  return (
    <section className="flow measure" aria-labelledby="state">
      <h2 id="state">{words.notEnoughTitle}</h2>
      {missing.length === 0 ? (
        <p>{words.noOutline}</p>
      ) : (
        <>
          <p>{words.notEnough(answers, minAnswers)}</p>
          <AnswerMeter answers={answers} />
          <h3>{words.missingTitle}</h3>
          <ul className="lines" role="list">
            {missing.map(({ area }, i) => (
              <li key={area}>
                <p>{lines[i]}</p>
                <Link className="button" to={areaPath(id, skillAreas, area)} aria-label={`${words.practiceArea} ${areaNameOf(area)}`}>
                  {words.practiceArea}
                </Link>
              </li>
            ))}
          </ul>
          <PracticeLink id={id} />
        </>
      )}
    </section>
  )
}

function PracticeLink({ id }: { id: string }) {
  return (
    <p>
      <Link className="button" data-kind="primary" to={mixedPracticePath(id)}>
        {words.practice(10)}
      </Link>
    </p>
  )
}

function areaPath(id: string, skillAreas: Certification['skillAreas'], name: string): string {
  return areaPracticePath(id, skillAreas.findIndex((area) => area.name === name) + 1)
}
