/** Form controls that choose whether a simulation follows the rules of the exam, and which rules. */
import type { SimulationRule } from '#exam/exam-rules.ts'
import type { SectionKind } from '#exam/series.ts'
import { examRules as words } from '#text/exam-rules.ts'

type Props = {
  offered: readonly SimulationRule[]
  /** Sections for which the bank has no questions, so no simulation has them. */
  missing: readonly SectionKind[]
  /** Whether an official page says that the exam is not offered in French. */
  isNotInFrench: boolean
  /** `undefined`: a simulation in which only solution series lock. */
  followed: readonly SimulationRule[] | undefined
  onChange: (followed: readonly SimulationRule[] | undefined) => void
}

export function RuleChoices({ offered, missing, isNotInFrench, followed, onChange }: Props) {
  const usual = offered.filter((name) => name !== 'language_time')
  const toggle = (name: SimulationRule) =>
    onChange(followed?.includes(name) ? followed.filter((other) => other !== name) : [...(followed ?? []), name])
  return (
    <fieldset className="length-choices">
      <legend>{words.mode}</legend>
      <label>
        <input type="radio" name="mode" checked={!followed} onChange={() => onChange(undefined)} />
        <b>{words.modes.open(!missing.includes('series'))}</b>
      </label>
      <label>
        <input type="radio" name="mode" checked={followed !== undefined} onChange={() => onChange(usual)} />
        <b>{words.modes.exam}</b>
      </label>
      {followed && (
        <ul className="rule-choices" role="list">
          {offered.map((name) => (
            <li key={name}>
              <label>
                <input type="checkbox" checked={followed.includes(name)} onChange={() => toggle(name)} />
                <b>{words.choices[name].label}</b>
                <span className="small">
                  {words.choices[name].hint} {name === 'language_time' && isNotInFrench && words.notInFrench}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && <p className="small">{words.missing(missing)}</p>}
    </fieldset>
  )
}
