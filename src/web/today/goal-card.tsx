/** The daily goal: how many questions were answered today, and a form to change the goal. */
import { useState } from 'react'
import type { TodaySummary } from '#server/today/index.ts'
import { GoalChoice } from '#web/settings/index.ts'
import { today as words } from '#text/today.ts'

/** `onChanged` is called when a new goal is saved. */
type Props = { memberId: string; goal: TodaySummary['goal']; onChanged: () => void }

export function GoalCard({ memberId, goal: { perDay, answered }, onChanged }: Props) {
  const [chosen, setChosen] = useState(perDay)
  return (
    <section className="next" aria-labelledby="goal">
      <h2 id="goal">{words.goalTitle}</h2>
      <p className="big-figure">
        {answered}
        <small> {chosen === null || answered >= chosen ? words.questionWord(answered) : words.of(chosen)}</small>
      </p>
      {chosen !== null && (
        <svg className="goal-meter" role="img" aria-label={words.goalMeter(answered, chosen)}>
          <rect className="goal-ground" width="100%" height="100%" />
          <rect className="goal-fill" width={`${Math.min(100, (answered / chosen) * 100)}%`} height="100%" />
        </svg>
      )}
      <p className="soft">{chosen === null ? words.noGoal : words.toGo(answered, chosen)}</p>
      <details>
        <summary>{chosen === null ? words.setGoal : words.changeGoal}</summary>
        <GoalChoice memberId={memberId} goal={perDay} onChoose={setChosen} onSaved={onChanged} />
      </details>
    </section>
  )
}
