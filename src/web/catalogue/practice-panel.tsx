/** The ways to practice a certification: a list of modes, and a page for the chosen one. */
import { useState } from 'react'
import { Link } from 'react-router'
import { matchesFilter } from '#exam/planning/custom-set.ts'
import type { SimulationLength } from '#exam/planning/simulation.ts'
import type { CatalogEntry } from '#server/catalogue/index.ts'
import { useAuth } from '#web/accounts/index.ts'
import { AreaMode } from '#web/catalogue/area-mode.tsx'
import { MixedMode } from '#web/catalogue/mixed-mode.tsx'
import { MistakesMode, ReviewMode, usePracticeHistory, type PracticeHistory } from '#web/review/index.ts'
import { practicePanel } from '#web/text/en/practice-panel.ts'
import { exam } from '#web/text/en/practice.ts'
import '#web/styles/practice-panel.css'

const modes = ['mixed', 'area', 'mistakes', 'review', 'simulation', 'all'] as const
type Mode = (typeof modes)[number]

type Props = { entry: CatalogEntry; simulation: SimulationLength | undefined }

export function PracticePanel({ entry, simulation }: Props) {
  const [mode, setMode] = useState<Mode>('mixed')
  const history = usePracticeHistory(entry.id)
  const { status } = useAuth().state
  const mistakeIds = history && listMistakes(history)
  const details: Record<Mode, string> = {
    mixed: practicePanel.mixedDetail,
    area: practicePanel.areaDetail(entry.skillAreas.length),
    mistakes: mistakeIds ? practicePanel.toFix(mistakeIds.length) : practicePanel.mistakesDetail,
    review: status === 'signed-out' ? practicePanel.forMembers : practicePanel.dueToday(history?.dueToday),
    simulation: simulation ? practicePanel.simulationDetail(simulation.questions, simulation.minutes) : '',
    all: practicePanel.allDetail(entry.bankSize),
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
          <ModePage mode={mode} entry={entry} history={history} mistakeIds={mistakeIds} />
        </div>
      </div>
    </section>
  )
}

type ModePageProps = {
  mode: Mode
  entry: CatalogEntry
  history: PracticeHistory | undefined
  mistakeIds: readonly string[] | undefined
}

function ModePage({ mode, entry, history, mistakeIds }: ModePageProps) {
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
          <StartLink to={`/exam/${id}/simulation`} label={exam.startSimulation} />
        </>
      )
    case 'all':
      return (
        <>
          <p className="soft">{practicePanel.allText(bankSize)}</p>
          <StartLink to={`/exam/${id}`} label={practicePanel.startAll} />
        </>
      )
  }
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
