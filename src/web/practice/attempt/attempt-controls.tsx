/** Buttons to the previous and the next question, with other actions between them. */
import { exam } from '#text/practice.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  /** Counts from 1. */
  number: number
  total: number
  /** Receives a position, from 0. */
  onGo: (position: number) => void
  /** Whether leaving the question locks it, because it belongs to a solution series. */
  locks?: boolean
  /** Whether there is an open question before this one (`hasPrevious`) or after it (`hasNext`). In a simulation, questions may be closed. */
  hasPrevious?: boolean
  hasNext?: boolean
  children?: React.ReactNode
}

export function AttemptControls({
  number,
  total,
  onGo,
  locks = false,
  hasPrevious = number > 1,
  hasNext = number < total,
  children,
}: Props) {
  return (
    <div className="attempt-actions">
      <button className="button" type="button" aria-disabled={!hasPrevious || locks} onClick={() => !locks && onGo(number - 2)}>
        <Icon name="left" /> <span>{exam.previous}</span>
      </button>
      {children}
      <button className="button" data-kind="primary" type="button" aria-disabled={!hasNext} onClick={() => onGo(number)}>
        <span>{locks && hasNext ? exam.nextAndLock(number) : exam.next}</span> <Icon name="right" />
      </button>
    </div>
  )
}
