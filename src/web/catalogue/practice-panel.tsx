/** The ways to practice for a certification: a list of modes, and the content of the chosen mode. */
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { countDrawn } from '#exam/question-set.ts'
import { matchesFilter } from '#exam/planning/custom-set.ts'
import type { SimulationLength } from '#exam/planning/simulation.ts'
import type { CatalogEntry } from '#server/catalogue/index.ts'
import { useAuth } from '#web/accounts/index.ts'
import { AreaMode } from '#web/catalogue/area-mode.tsx'
import { MixedMode } from '#web/catalogue/mixed-mode.tsx'
import { RenewalMode } from '#web/catalogue/renewal-mode.tsx'
import { MistakesMode, ReviewMode, usePracticeHistory, type PracticeHistory } from '#web/review/index.ts'
import { practicePanel } from '#text/practice-panel.ts'
import { starting } from '#text/start-attempt.ts'
import { renewal } from '#text/renewal.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import '#web/styles/practice-panel.css'

const modes = ['mixed', 'area', 'mistakes', 'review', 'simulation', 'renewal', 'all'] as const
type Mode = (typeof modes)[number]

type Props = {
  entry: CatalogEntry
  simulation: SimulationLength | undefined
  /** For each of the newest questions, the month in which it was added. Newest first. */
  newestMonths: readonly string[]
}

export function PracticePanel({ entry, simulation, newestMonths }: Props) {
  const requested = useRequestedMode()
  const [chosen, setMode] = useState<Mode>()
  const mode = chosen ?? requested
  const history = usePracticeHistory(entry.id)
  const { status } = useAuth().state
  const mistakeIds = history && listMistakes(history)
  const details: Record<Mode, string> = {
    mixed: practicePanel.mixedDetail,
    area: practicePanel.areaDetail(entry.skillAreas.length),
    mistakes: mistakeIds ? practicePanel.toFix(mistakeIds.length) : practicePanel.mistakesDetail,
    review: status === 'signed-out' ? practicePanel.forMembers : practicePanel.dueToday(history?.dueToday),
    simulation: simulation ? practicePanel.simulationDetail(simulation.questions, simulation.minutes) : '',
    renewal: renewal.detail[entry.type === 'Fundamentals' ? 'fundamentals' : entry.status],
    all: practicePanel.allDetail(countDrawn('all', entry.bankSize)),
  }
  const available = modes.filter((one) => one !== 'simulation' || simulation)
  return (
    <section className="apart" aria-labelledby="practice">
      <h2 id="practice">{practicePanel.title}</h2>
      <div className="practice-panel">
        <fieldset className="practice-modes">
          <legend className="visually-hidden">{practicePanel.modes}</legend>
          {available.map((one) => (
            <label key={one}>
              <input type="radio" name="mode" checked={one === mode} onChange={() => setMode(one)} aria-describedby={`mode-${one}`} />
              <b>{practicePanel.names[one]}</b>
              <small id={`mode-${one}`}>{details[one]}</small>
            </label>
          ))}
        </fieldset>
        <div className="practice-mode flow" aria-live="polite">
          <h3>{practicePanel.names[mode]}</h3>
          <ModePage {...{ mode, entry, history, mistakeIds, newestMonths }} />
        </div>
      </div>
    </section>
  )
}

type ModePageProps = Pick<Props, 'entry' | 'newestMonths'> & {
  mode: Mode
  history: PracticeHistory | undefined
  mistakeIds: readonly string[] | undefined
}

function ModePage({ mode, entry, history, mistakeIds, newestMonths }: ModePageProps) {
  const { id, bankSize } = entry
  switch (mode) {
    case 'mixed':
      return <MixedMode entry={entry} history={history} />
    case 'area':
      return <AreaMode entry={entry} history={history} />
    case 'mistakes':
      return <MistakesMode certificationId={id} mistakeIds={mistakeIds} />
    case 'review':
      return <ReviewMode certificationId={id} />
    case 'simulation':
      return (
        <>
          <p className="soft">{practicePanel.simulationText}</p>
          <StartLink to={`/exam/${id}/simulation`} label={starting.startSimulation} />
        </>
      )
    case 'renewal':
      return <RenewalMode entry={entry} newestMonths={newestMonths} />
    case 'all':
      return (
        <>
          <p className="soft">{practicePanel.allText(countDrawn('all', bankSize), bankSize)}</p>
          <StartLink to={`/exam/${id}`} label={practicePanel.startAll} />
        </>
      )
  }
}

/** `?mode=renewal` opens that mode in the browser. The server ignores the query, because it caches the page. */
function useRequestedMode(): Mode {
  const [parameters] = useSearchParams()
  const isHydrated = useHydrated()
  return (isHydrated && modes.find((mode) => mode === parameters.get('mode'))) || 'mixed'
}

function listMistakes({ questions, knowledge }: PracticeHistory): string[] {
  return questions.flatMap(({ id }) => (matchesFilter('wrong', knowledge, id) ? [id] : []))
}

function StartLink({ to, label }: { to: string; label: string }) {
  return (
    <p>
      <Link className="button" data-kind="primary" data-size="large" to={to}>
        {label}
      </Link>
    </p>
  )
}
