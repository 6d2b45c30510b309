/** Shows the progress of an attempt: one segment per question, or one continuous bar for a long attempt. */
import type { AttemptTally, QuestionStatus } from '#exam/question-status.ts'
import { exam } from '#text/practice.ts'

/** With more questions, segments would be too narrow to distinguish. */
const segmentsMax = 60

type Props = { statuses: readonly QuestionStatus[]; current: number; tally: AttemptTally }

export function StepLine({ statuses, current, tally }: Props) {
  return (
    <svg className="step-line" role="img" aria-label={exam.stepsName(tally)}>
      {statuses.length <= segmentsMax ? <Segments statuses={statuses} current={current} /> : <Bar tally={tally} />}
    </svg>
  )
}

function Segments({ statuses, current }: Pick<Props, 'statuses' | 'current'>) {
  const width = 100 / statuses.length
  return statuses.map((status) => (
    <Step
      key={status.position}
      state={status.position === current ? 'current' : (status.verdict ?? status.answered ?? 'open')}
      from={status.position * width}
      width={0.97 * width}
    />
  ))
}

/** Shares of the attempt: correct, incorrect, answered and not revealed, not answered. */
function Bar({ tally: { total, answered, correct, incorrect } }: Pick<Props, 'tally'>) {
  const share = (count: number) => (100 * count) / total
  return (
    <>
      <Step state="open" from={0} width={100} />
      <Step state="answered" from={0} width={share(answered)} />
      <Step state="wrong" from={share(correct)} width={share(incorrect)} />
      <Step state="right" from={0} width={share(correct)} />
    </>
  )
}

/** `from` and `width` in percent. The rectangle of an incorrect step is smaller, to leave room for its outline. */
function Step({ state, from, width }: { state: string; from: number; width: number }) {
  return <rect className={state} x={`${from}%`} y={state === 'wrong' ? 2 : 1} width={`${width}%`} height={state === 'wrong' ? 4 : 6} />
}
