/** The ways to practice a certification: a list of modes, and a page for the chosen one. */
import { useState } from 'react'
import { Form, Link } from 'react-router'
import { hasFinished, type Attempt } from '#exam/attempt.ts'
import { midWeight } from '#exam/certification.ts'
import { practiceLengths } from '#exam/mixed-practice.ts'
import { apportion, type SimulationLength } from '#exam/simulation.ts'
import type { CatalogueEntry } from '#server/catalogue/index.ts'
import { MistakesMode, ReviewMode } from '#web/review/index.ts'
import { useLatestAttempt } from '#web/sync/index.ts'
import { practicePanel } from '#web/text/en/practice-panel.ts'
import { useTexts } from '#web/text/texts.ts'
import { createDeviceSetting } from '#web/ui/device-setting.ts'
import '#web/styles/practice-panel.css'

const modes = ['mixed', 'area', 'mistakes', 'review', 'simulation', 'all'] as const
type Mode = (typeof modes)[number]

type Props = { entry: CatalogueEntry; simulation: SimulationLength | undefined }

export function PracticePanel({ entry, simulation }: Props) {
  const [mode, setMode] = useState<Mode>('mixed')
  const details: Record<Mode, string> = {
    mixed: practicePanel.mixedDetail,
    area: practicePanel.areaDetail(entry.skillAreas.length),
    mistakes: practicePanel.mistakesDetail,
    review: practicePanel.reviewDetail,
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
          <ModePage mode={mode} entry={entry} />
        </div>
      </div>
    </section>
  )
}

function ModePage({ mode, entry }: { mode: Mode; entry: CatalogueEntry }) {
  const { catalogue } = useTexts()
  const { id, bankSize, skillAreas, areaSizes } = entry
  switch (mode) {
    case 'mixed':
      return <MixedMode entry={entry} />
    case 'area':
      return (
        <>
          <p className="soft">{practicePanel.areaText}</p>
          <ul className="practice-areas" role="list">
            {skillAreas.map(({ name }, i) =>
              areaSizes[i] ? (
                <li key={name}>
                  <Link to={`/exam/${id}?set=area-${i + 1}`}>{name}</Link>{' '}
                  <span className="small">{catalogue.questions(areaSizes[i])}</span>
                </li>
              ) : null,
            )}
          </ul>
        </>
      )
    case 'mistakes':
      return <MistakesMode certificationId={id} />
    case 'review':
      return <ReviewMode certificationId={id} />
    case 'simulation':
      return (
        <>
          <p className="soft">{practicePanel.simulationText}</p>
          <StartLink to={`/exam/${id}/simulation`} label={catalogue.startSimulation} />
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

const useLength = createDeviceSetting('praxam-practice-length', ['10', '20', '50', 'all'])

/** A form, so that it works before the scripts have loaded. */
function MixedMode({ entry }: { entry: CatalogueEntry }) {
  const { id, bankSize } = entry
  const [saved, saveLength] = useLength()
  const lengths = practiceLengths.filter((length) => length === 'all' || length < bankSize)
  const length = lengths.find((one) => String(one) === saved) ?? 'all'
  const count = length === 'all' ? bankSize : length
  return (
    <Form action={`/exam/${id}`} className="flow">
      <p className="soft">{practicePanel.mixedText}</p>
      <fieldset className="length-tabs">
        <legend>{practicePanel.howMany}</legend>
        {lengths.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="start"
              value={one}
              checked={one === length}
              onChange={() => saveLength(one === 'all' ? 'all' : (String(one) as '10' | '20' | '50'))}
            />
            <span>{one === 'all' ? practicePanel.all(bankSize) : one}</span>
          </label>
        ))}
      </fieldset>
      <Draw entry={entry} count={count} />
      <p>
        <button className="button" data-kind="primary" data-size="large" type="submit">
          {practicePanel.start(count)}
        </button>
      </p>
      <p>
        <Link className="link-alone" to={`/exam/${id}/build`}>
          {practicePanel.custom}
        </Link>
      </p>
    </Form>
  )
}

/** How many questions come from each skill area, drawn to scale. */
function Draw({ entry: { skillAreas, areaSizes }, count }: { entry: CatalogueEntry; count: number }) {
  const weights = skillAreas.map(midWeight)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const counts = apportion(count, weights, areaSizes)
  const parts = skillAreas.map(({ name }, i) => ({
    name,
    count: counts[i] ?? 0,
    x: (weights.slice(0, i).reduce((sum, weight) => sum + weight, 0) / total) * 100,
    width: ((weights[i] ?? 0) / total) * 100,
  }))
  return (
    <div>
      <p className="small">{practicePanel.drawTitle}</p>
      <svg className="practice-draw" role="img" aria-label={parts.map((part) => practicePanel.areaCount(part.name, part.count)).join(', ')}>
        {parts.map(({ name, count: inArea, x, width }) => (
          <g key={name}>
            <svg x={`${x}%`} width={`${width}%`} height="8">
              <rect width="98.6%" height="100%" />
            </svg>
            <text x={`${x}%`} y="28">
              {inArea}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
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

/** Links to the unfinished attempts on this device. */
export function UnfinishedPractice({ entry: { id, bankSize } }: { entry: CatalogueEntry }) {
  const mixed = useLatestAttempt(id, 'mixed')
  const all = useLatestAttempt(id, 'all')
  if (bankSize === 0) return null
  return (
    <>
      <Unfinished attempt={mixed} to={`/exam/${id}?set=mixed`} />
      <Unfinished attempt={all} to={`/exam/${id}`} />
    </>
  )
}

function Unfinished({ attempt, to }: { attempt: Attempt | undefined; to: string }) {
  if (!attempt || hasFinished(attempt)) return null
  const position = practicePanel.position(attempt.current + 1, attempt.questionIds.length)
  return (
    <div
      className="practice-strip"
      role="region"
      aria-label={practicePanel.unfinished(practicePanel.names[attempt.set === 'all' ? 'all' : 'mixed'])}
    >
      <p>
        <b>{practicePanel.stoppedAt(position)}</b>{' '}
        <span className="soft">{practicePanel.answered(Object.keys(attempt.answers).length)}</span>
      </p>
      <Link className="button" to={to}>
        {practicePanel.resume}
        <span className="visually-hidden"> {position}</span>
      </Link>
    </div>
  )
}
