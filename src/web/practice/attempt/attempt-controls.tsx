/** Buttons to the previous and the next question, with other actions between them. */
import { useTexts } from '#web/text/texts.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  /** Counts from 1. */
  number: number
  total: number
  /** Receives a position, from 0. */
  onGo: (position: number) => void
  /** The question is one of a series that is locked when the candidate leaves it. */
  locks?: boolean
  children?: React.ReactNode
}

export function AttemptControls({ number, total, onGo, locks = false, children }: Props) {
  const { exam } = useTexts()
  return (
    <div className="attempt-actions">
      <button className="button" type="button" aria-disabled={number === 1 || locks} onClick={() => !locks && onGo(number - 2)}>
        <Icon name="left" /> <span>{exam.previous}</span>
      </button>
      {children}
      <button className="button" data-kind="primary" type="button" aria-disabled={number === total} onClick={() => onGo(number)}>
        <span>{locks && number < total ? exam.nextAndLock(number) : exam.next}</span> <Icon name="right" />
      </button>
    </div>
  )
}
