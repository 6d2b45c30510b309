/** Sets, changes, or removes the date of an exam, without leaving the page. */
import { useRef, useState } from 'react'
import type { ExamDateProblems } from '#server/exam-dates/index.ts'
import type { ExamDatesResponse } from '#web/exam-dates/api/exam-dates.ts'
import { changeExamDates } from '#web/exam-dates/change-exam-dates.ts'
import { examDates as words } from '#text/exam-dates.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { langOfContent } from '#web/ui/english.tsx'
import { Field, SelectField } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import '#web/styles/exam-dates.css'

type Props = {
  memberId: string
  /** The current day in the member's time zone. */
  today: string
  /** The certification, unless the member chooses one of `choices`. */
  certificationId?: string
  choices?: readonly { id: string; name: string }[]
  /** The saved day, which can be removed. */
  day?: string | null
  /** Offers "not sure yet" as an answer. */
  canBeUnsure?: boolean
  onSaved: (response: ExamDatesResponse) => void
  onCancel?: () => void
}

type Action = 'save' | 'unsure' | 'remove'

export function ExamDateForm({ memberId, today, certificationId, choices = [], day, canBeUnsure, onSaved, onCancel }: Props) {
  const [busy, setBusy] = useState<Action>()
  const [problems, setProblems] = useState<ExamDateProblems>()
  const [hasFailed, setFailed] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const send = async (action: Action, fields: Record<string, string>) => {
    setBusy(action)
    setFailed(false)
    const change = await changeExamDates(memberId, fields)
    setBusy(undefined)
    setProblems(change.ok ? undefined : change.problems)
    if (change.ok) onSaved(change.response)
    else setFailed(!change.problems)
  }
  const textOf = (name: string) => {
    const value = new FormData(form.current ?? undefined).get(name)
    return typeof value === 'string' ? value : ''
  }
  const certification = () => certificationId ?? textOf('certification')
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send('save', { certification: certification(), day: textOf('day') })
  }
  return (
    <form className="exam-date-form flow" onSubmit={submit} noValidate ref={form}>
      {hasFailed && <Notice verdict="wrong">{words.dateNotSaved}</Notice>}
      <div className="row">
        {certificationId === undefined && (
          <SelectField
            name="certification"
            label={words.exam}
            problem={words.problem(problems?.certification)}
            defaultValue=""
            choices={[
              ['', words.chooseExam],
              ...choices.map(({ id, name }) => [id, `${id.toUpperCase()} ${name}`, langOfContent()] as const),
            ]}
          />
        )}
        <Field
          name="day"
          label={words.examDate}
          type="date"
          dayMin={today}
          value={day ?? ''}
          problem={words.problem(problems?.day)}
          check={(text) => words.problem(text < today ? 'DATE_PAST' : undefined)}
        />
      </div>
      <p className="row">
        <BusyButton type="submit" kind="primary" label={words.saveDate} busy={words.saving} isBusy={busy === 'save'} />
        {canBeUnsure && (
          <BusyButton
            label={words.notSure}
            busy={words.saving}
            isBusy={busy === 'unsure'}
            onPress={() => void send('unsure', { certification: certification(), isUnsure: 'yes' })}
          />
        )}
        {day && certificationId !== undefined && (
          <BusyButton
            label={words.removeDate}
            busy={words.removing}
            isBusy={busy === 'remove'}
            onPress={() => void send('remove', { remove: certificationId })}
          />
        )}
        {onCancel && (
          <button className="button" data-kind="quiet" type="button" onClick={onCancel}>
            {words.cancel}
          </button>
        )}
      </p>
    </form>
  )
}
