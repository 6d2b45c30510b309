/** The screen on which a candidate chooses and starts a simulation. The server renders the same page for every visitor. */
import { useState } from 'react'
import { Link } from 'react-router'
import { isApproximate } from '#exam/certification.ts'
import { simulationRuleNames, type SimulationRule } from '#exam/exam-rules.ts'
import {
  addedMinutesOf,
  extraTimes,
  durationMs,
  type ExtraTime,
  type LengthName,
  type SimulationLength,
} from '#exam/planning/simulation.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { ExamRules } from '#web/simulation/exam-rules.tsx'
import { RuleChoices } from '#web/simulation/rule-choices.tsx'
import type { SimulationChoice } from '#web/simulation/use-simulation.ts'
import type { StartProblem } from '#web/simulation/simulation-requests.ts'
import { simulation as words } from '#text/simulation.ts'
import { starting } from '#text/start-attempt.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Status } from '#web/ui/figures/status.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import type { Route } from './+types/simulation.ts'

type Props = Route.ComponentProps['loaderData'] & {
  /** False until the browser knows that no simulation is in progress. */
  isReady: boolean
  /** When the last simulation started, in milliseconds since 1970. */
  last: number | null
  /** The storage of this device could not be read. */
  isUnread: boolean
  grantedTime: number | undefined
  onBegin: (choice: SimulationChoice) => Promise<StartProblem | undefined>
  onSeeLast: () => void
}

export function StartScreen({ certification, rules, isReady, last, isUnread, grantedTime, onBegin, onSeeLast }: Props) {
  const { id, lengths, durationMinutes, seatMinutes } = certification
  const isAbout = isApproximate(certification, 'durationMinutes')
  const time = durationMinutes !== null && seatMinutes !== undefined ? { id, minutes: durationMinutes, seatMinutes, isAbout } : undefined
  return (
    <SitePage>
      <p className="facts">
        <IdBadge id={id} />
        <Status certification={certification} length="full" />
        <Link to={`/certifications/${id}`}>{words.aboutExam}</Link>
      </p>
      <h1 className="title">{words.title(certification.name)}</h1>
      <p className="lede">{words.lede}</p>
      {last !== null && (
        <aside className="notice simulation-notice">
          <p>{words.last(last)}</p>
          <button className="button" type="button" onClick={onSeeLast}>
            {words.seeLast}
          </button>
        </aside>
      )}
      {isUnread && (
        <p className="notice simulation-notice" role="status">
          {words.unread}
        </p>
      )}
      {lengths.length === 0 ? (
        <p className="notice">{words.none}</p>
      ) : (
        <StartForm certification={certification} rules={rules} isReady={isReady} grantedTime={grantedTime} onBegin={onBegin} />
      )}
      <section className="apart" aria-labelledby="what">
        <h2 id="what">{words.whatItIs}</h2>
        <div className="split promises">
          {words.facts.map(({ title, text }) => (
            <div key={title} className="flow">
              <h3>{title}</h3>
              <p className="soft">{text}</p>
            </div>
          ))}
        </div>
        <p className="soft simulation-saving">{words.savedWhere}</p>
      </section>
      <ExamRules rules={rules} time={time} />
    </SitePage>
  )
}

function StartForm({ certification, rules, isReady, grantedTime, onBegin }: Omit<Props, 'last' | 'isUnread' | 'onSeeLast'>) {
  const isOnline = useOnline()
  const { lengths, lengthNotes, missingSections, bankSize, id, inFrench } = certification
  const [length, setLength] = useState<LengthName>('full')
  const [chosenTime, setChosenTime] = useState<ExtraTime>()
  const [isStarting, setStarting] = useState(false)
  const [problem, setProblem] = useState<StartProblem>()
  const extraTime = chosenTime ?? extraTimes.find((factor) => factor === grantedTime) ?? 1
  const offered = simulationRuleNames.filter((name) => rules.some(({ rule }) => rule === name))
  const [followed, setFollowed] = useState<readonly SimulationRule[]>()
  const languageMinutes = followed?.includes('language_time') ? (rules.find(({ rule }) => rule === 'language_time')?.minutes ?? 0) : 0
  const minutesOf = (one: SimulationLength) =>
    Math.round(durationMs({ minutes: one.minutes, extraTime, addedMinutes: addedMinutesOf(one, languageMinutes) }) / 60_000)
  const chosenLength = lengths.find(({ name }) => name === length)
  const minutes = chosenLength ? minutesOf(chosenLength) : 0
  const notes = {
    about: words.lengthAbout,
    unknown: words.lengthUnknown,
    approximate: words.lengthApproximate,
    bank: words.lengthOfBank(bankSize),
  }

  const begin = async () => {
    setStarting(true)
    setProblem(undefined)
    setProblem(await onBegin({ length, extraTime, rules: followed }))
    setStarting(false)
  }
  return (
    <form
      className="simulation-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isStarting) void begin()
      }}
    >
      <fieldset className="length-choices">
        <legend>{words.length}</legend>
        {lengths.map((one) => (
          <label key={one.name}>
            <input type="radio" name="length" value={one.name} checked={length === one.name} onChange={() => setLength(one.name)} />
            <b>{one.name === 'full' && lengthNotes.includes('bank') ? words.wholeBank : words.lengthNames[one.name]}</b>
            <span>{words.lengthWords(one.questions, minutesOf(one))}</span>
          </label>
        ))}
        {lengthNotes.length > 0 && <p className="small">{lengthNotes.map((note) => notes[note]).join(' ')}</p>}
      </fieldset>
      <Field label={words.extraTime} hint={words.extraTimeHint}>
        {(control) => (
          <select
            {...control}
            value={extraTime}
            onChange={({ target }) => setChosenTime(extraTimes.find((factor) => String(factor) === target.value))}
          >
            {extraTimes.map((factor) => (
              <option key={factor} value={factor}>
                {words.extraTimeNames[factor]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {offered.length > 0 && (
        <RuleChoices
          offered={offered}
          missing={missingSections}
          isNotInFrench={inFrench === 'no'}
          followed={followed}
          onChange={setFollowed}
        />
      )}
      <noscript>
        <p className="notice">{words.needsScript}</p>
      </noscript>
      {!isOnline && (
        <div className="notice" role="status">
          <p>{words.needsNetwork}</p>
          <Link className="button" to={`/exam/${id}`}>
            {starting.startPractice}
          </Link>
        </div>
      )}
      {problem && (
        <p className="notice" data-verdict="wrong" role="alert">
          {words[problem]}
        </p>
      )}
      <p className="row">
        <button className="button" data-kind="primary" data-size="large" type="submit" disabled={!isReady || isStarting || !isOnline}>
          {isStarting ? words.starting : words.start}
        </button>
        <span className="small">{words.startHint(minutes)}</span>
      </p>
    </form>
  )
}
