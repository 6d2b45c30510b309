/** The daily goal in questions. A choice is saved immediately. */
import { useId, useRef } from 'react'
import { dailyGoals, type DailyGoal } from '#exam/planning/settings.ts'
import { SaveStatus } from '#web/settings/save-status.tsx'
import { useSaveSettings } from '#web/settings/use-save-settings.ts'
import { settings } from '#text/settings.ts'

type Props = {
  memberId: string
  goal: DailyGoal | null
  /** Called with the choice before it is saved. */
  onChoose?: (goal: DailyGoal | null) => void
  onSaved?: () => void
}

export function GoalChoice({ memberId, goal, onChoose, onSaved }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { status, save } = useSaveSettings(memberId, () => new FormData(form.current ?? undefined), onSaved)
  const hintId = useId()
  const choose = (chosen: DailyGoal | null) => {
    save(['dailyGoal'])
    onChoose?.(chosen)
  }
  return (
    <form ref={form} onSubmit={(event) => event.preventDefault()}>
      <fieldset className="field" aria-describedby={hintId}>
        <legend className="visually-hidden">{settings.goalLegend}</legend>
        <GoalRow goal={goal} onChoose={choose} />
      </fieldset>
      <p className="small" id={hintId}>
        {settings.goalHint}
      </p>
      <SaveStatus status={status} onRetry={() => save([])} />
    </form>
  )
}

type RowProps = { goal: DailyGoal | null; onChoose?: (goal: DailyGoal | null) => void }

/** The radio buttons alone, for a form that has more settings. */
export function GoalRow({ goal, onChoose }: RowProps) {
  return (
    <div className="choice-row">
      {[...dailyGoals, null].map((one) => (
        <label key={one}>
          <input type="radio" name="dailyGoal" value={one ?? 'none'} defaultChecked={one === goal} onChange={() => onChoose?.(one)} />
          {one ?? settings.noGoal}
        </label>
      ))}
    </div>
  )
}
