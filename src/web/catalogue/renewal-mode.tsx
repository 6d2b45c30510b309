/** Renewal practice on a certification page: when the certification was earned, what is new since then, or why there is no renewal. */
import { useEffect, useRef, useState } from 'react'
import { Form, Link } from 'react-router'
import { isApproximate } from '#exam/certification.ts'
import { addDays } from '#exam/planning/local-day.ts'
import { monthOf, parseEarnedMonth, renewalQuestionCount } from '#exam/planning/renewal.ts'
import type { CatalogEntry } from '#server/catalogue/index.ts'
import { renewal as words } from '#text/renewal.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { localToday } from '#web/sync/index.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type Props = {
  entry: CatalogEntry
  /** For each of the newest questions, the month in which it was added. Newest first. */
  newestMonths: readonly string[]
}

export function RenewalMode({ entry, newestMonths }: Props) {
  if (entry.type === 'Fundamentals') return <p>{words.neverExpires(entry.id.toUpperCase())}</p>
  return entry.status === 'retired' ? <NotPossible entry={entry} /> : <RenewalForm entry={entry} newestMonths={newestMonths} />
}

/** The day on which the renewal rules were last checked against their sources. */
const rulesCheckedOn = '2026-11-28'

/** A form, so that it works before the scripts have loaded. */
function RenewalForm({ entry: { id, bankSize, outlineOf }, newestMonths }: Props) {
  const isHydrated = useHydrated()
  const [typed, setTyped] = useState<string>()
  const [isChecked, setChecked] = useState(false)
  // A year ago, because a certification is valid for one year. Empty on the server, whose page is cached.
  const text = typed ?? (isHydrated ? monthOf(addDays(localToday(), -365)) : '')
  const earned = isHydrated ? parseEarnedMonth(text, localToday()) : undefined
  const count = Math.min(renewalQuestionCount, bankSize)
  const form = useRef<HTMLFormElement>(null)
  const problem = isChecked && earned && !earned.ok ? words.problem(earned.problem) : undefined
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLInputElement>('[name=earned]')?.focus()
  }, [problem])
  return (
    <Form
      action={`/exam/${id}`}
      className="flow"
      noValidate
      ref={form}
      onSubmit={(event) => {
        if (earned?.ok) return
        event.preventDefault()
        setChecked(true)
      }}
    >
      <input type="hidden" name="start" value="renewal" />
      <p className="soft">{words.text(count)}</p>
      <Field label={words.earned} hint={words.earnedHint} problem={problem}>
        {(control) => <input {...control} name="earned" type="month" value={text} onChange={({ target }) => setTyped(target.value)} />}
      </Field>
      {earned?.ok && (
        <p>
          {outlineOf &&
            (monthOf(outlineOf) > earned.month ? words.outlineIsNewer(outlineOf, earned.month) : words.outlineIsSame(outlineOf))}{' '}
          {words.newQuestions(newestMonths.filter((month) => month > earned.month).length, count, earned.month)}{' '}
          <span className="soft">{words.noEarlierOutline}</span>
        </p>
      )}
      <p>
        <button className="button" data-kind="primary" data-size="large" type="submit">
          {words.start}
        </button>
      </p>
      <p>
        <Link className="link-alone" to={`/profile/exam-dates?renewal=${id}#renewal`}>
          {words.remind}
        </Link>
      </p>
      <details>
        <summary>{words.rules}</summary>
        <div className="flow">
          <p>{words.rulesText}</p>
          <p className="small soft">
            {words.rulesSources}{' '}
            {words.sources.map(({ title, address }) => (
              <span key={address}>
                <a href={address} target="_blank" rel="noreferrer">
                  {title}
                </a>
                .{' '}
              </span>
            ))}
            {words.rulesChecked(rulesCheckedOn)}
          </p>
        </div>
      </details>
    </Form>
  )
}

function NotPossible({ entry }: { entry: CatalogEntry }) {
  const { id, successor, successorId } = entry
  return (
    <>
      <p>{words.cannotRenew(id.toUpperCase())}</p>
      <p>{successor ? (isApproximate(entry, 'successor') ? words.nextByUs : words.next)(successor) : words.noNext}</p>
      {successorId && (
        <p>
          <Link className="button" to={`/certifications/${successorId}`}>
            {words.openExam(successorId.toUpperCase())}
          </Link>
        </p>
      )}
    </>
  )
}
