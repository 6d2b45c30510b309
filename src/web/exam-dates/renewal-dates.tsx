/** The days on which a member's certifications expire: a list, and a form that sets one with its reminders. */
import { Form } from 'react-router'
import type { RenewalDate, RenewalDateProblems } from '#server/exam-dates/index.ts'
import { DateFields } from '#web/exam-dates/date-fields.tsx'
import { profile } from '#text/profile.ts'
import { examDates as dateWords } from '#text/exam-dates.ts'
import { renewalDates as words } from '#text/renewal-dates.ts'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { useFocusOnProblem } from '#web/ui/forms/use-focus-on-problem.ts'
import { ListRow } from '#web/ui/figures/list-row.tsx'

export type RefusedRenewal = { values: { certification: string; day: string; reminds: boolean }; problems: RenewalDateProblems }

type Props = {
  dates: readonly RenewalDate[]
  certifications: readonly { id: string; name: string }[]
  /** The current day in the member's time zone. */
  today: string
  /** The certification to preselect. */
  selected: string
  refused: RefusedRenewal | undefined
}

export function RenewalDates({ dates, certifications, today, selected, refused }: Props) {
  const form = useFocusOnProblem(refused)
  return (
    <section className="flow apart" aria-labelledby="renewal">
      <h2 id="renewal">{words.title}</h2>
      <p className="soft">{words.why}</p>
      {dates.length > 0 && (
        <Form method="post" action="/profile/exam-dates">
          <ul className="entries" role="list">
            {dates.map(({ certificationId, name, day, daysLeft, reminds }) => (
              <ListRow
                key={certificationId}
                name={`${certificationId.toUpperCase()} ${name}`}
                facts={[words.endsOn(day, daysLeft), reminds ? words.reminds : words.noReminders]}
              >
                <SubmitButton
                  label={dateWords.remove}
                  subject={words.ofRenewal(certificationId.toUpperCase())}
                  busy={dateWords.removing}
                  name="removeRenewal"
                  value={certificationId}
                />
              </ListRow>
            ))}
          </ul>
        </Form>
      )}
      {/* The key resets the form after a date is saved. */}
      <Form className="flow" method="post" action="/profile/exam-dates" noValidate ref={form} key={JSON.stringify(dates)}>
        <input type="hidden" name="form" value="renewal" />
        <DateFields
          names={{ certification: 'renewal', day: 'endsOn' }}
          words={words}
          certifications={certifications}
          chosen={refused?.values.certification ?? selected}
          day={refused?.values.day}
          today={today}
          problems={{
            certification: words.problem(refused?.problems.certification),
            day: words.problem(refused?.problems.day),
            past: words.problem('DATE_PAST'),
          }}
        />
        <label className="check">
          <input type="checkbox" name="reminds" value="yes" defaultChecked={refused?.values.reminds ?? true} />
          <span>{words.remind}</span>
        </label>
        <SubmitButton label={words.save} busy={profile.saving} />
      </Form>
    </section>
  )
}
