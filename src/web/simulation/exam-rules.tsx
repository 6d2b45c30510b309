/** The rules of the real exam, each with its source, date, and certainty. */
import type { ExamRule } from '#exam/exam-rules.ts'
import { examRules as words } from '#text/exam-rules.ts'
import { ruleTexts } from '#text/exam-rule-texts.ts'
import { day } from '#text/figures/dates.ts'
import { English } from '#web/ui/english.tsx'

type Props = {
  rules: readonly ExamRule[]
  /** The exam time and the seat time in minutes, if they are known. `isAbout`: no official page confirms them. */
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
                {ruleTexts[text] ?? <English>{text}</English>} {rule === 'seat_time' && time && words.seat(time.id.toUpperCase(), time)}
              </p>
              <p className="small">
                {words.certainties[certainty]}{' '}
                <a href={address}>
                  <English>{source}</English>
                </a>
                , {words.checkedOn(day(checkedOn))}
              </p>
            </dd>
          </div>
        ))}
      </dl>
      <p className="soft">{words.unknown}</p>
    </section>
  )
}
