/** Asks how a past exam went. */
import { useState } from 'react'
import type { ExamOutcome } from '#server/exam-dates/index.ts'
import type { ExamDatesResponse } from '#web/exam-dates/api/exam-dates.ts'
import { changeExamDates } from '#web/exam-dates/change-exam-dates.ts'
import { examDates as words } from '#text/exam-dates.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import '#web/styles/exam-dates.css'

const outcomes = ['passed', 'not_yet', 'not_taken'] as const satisfies readonly ExamOutcome[]

type Props = {
  memberId: string
  certificationId: string
  day: string
  onSaved: (response: ExamDatesResponse) => void
}

export function OutcomeQuestion({ memberId, certificationId, day, onSaved }: Props) {
  const [busy, setBusy] = useState<ExamOutcome>()
  const [hasFailed, setFailed] = useState(false)
  const answer = async (outcome: ExamOutcome) => {
    setBusy(outcome)
    setFailed(false)
    const change = await changeExamDates(memberId, { certification: certificationId, outcome })
    setBusy(undefined)
    if (change.ok) onSaved(change.response)
    else setFailed(true)
  }
  return (
    <section className="exam-outcome" aria-labelledby="outcome">
      <div>
        <h2 id="outcome">{words.howDidItGo}</h2>
        <p className="soft">{words.examWas(certificationId.toUpperCase(), day)}</p>
      </div>
      <p className="row">
        {outcomes.map((outcome) => (
          <BusyButton
            key={outcome}
            label={words.outcomes[outcome]}
            busy={words.saving}
            isBusy={busy === outcome}
            onPress={() => void answer(outcome)}
          />
        ))}
      </p>
      {hasFailed && <Notice verdict="wrong">{words.dateNotSaved}</Notice>}
    </section>
  )
}
