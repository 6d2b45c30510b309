/** The rules of the real exam, each with its source, date and certainty. */
import type { ExamRule } from '#exam/exam-rules.ts'
import { examRules as words } from '#web/text/en/exam-rules.ts'
import { day } from '#web/text/en/figures/dates.ts'

type Props = {
  rules: readonly ExamRule[]
  /** The minutes of the exam and those at the seat, if they are known. `isAbout`: no official page confirms them. */
  time: { id: string; minutes: number; seatMinutes: number; isAbout: boolean } | undefined
}

export function ExamRules({ rules, time }: Props) {
  if (rules.length === 0) return null
  return (
    <section className="apart flow" aria-labelledby="rules">
      <h2 id="rules">{words.title}</h2>
      <p className="soft">{words.lede}</p>
      <dl className="exam-rules">
        {rules.map(({ rule, text, source, address, checkedOn, certainty }) => (
          <div key={rule}>
            <dt>{words.names[rule]}</dt>
            <dd>
              <p>
                {text} {rule === 'seat_time' && time && words.seat(time.id.toUpperCase(), time)}
              </p>
              <p className="small">
                {words.certainties[certainty]} <a href={address}>{source}</a>, {words.checkedOn(day(checkedOn))}
              </p>
            </dd>
          </div>
        ))}
      </dl>
      <p className="soft">{words.unknown}</p>
    </section>
  )
}
