/** Buttons to the previous and the next question, with other actions between them. */
import { useTexts } from '#web/text/texts.ts'
import { Icon } from '#web/ui/icon.tsx'

/** `number` counts from 1; `onGo` receives a position, from 0. */
type Props = { number: number; total: number; onGo: (position: number) => void; children?: React.ReactNode }

export function AttemptControls({ number, total, onGo, children }: Props) {
  const { exam } = useTexts()
  return (
    <div className="attempt-actions">
      <button className="button" type="button" aria-disabled={number === 1} onClick={() => onGo(number - 2)}>
        <Icon name="left" /> <span>{exam.previous}</span>
      </button>
      {children}
      <button className="button" data-kind="primary" type="button" aria-disabled={number === total} onClick={() => onGo(number)}>
        <span>{exam.next}</span> <Icon name="right" />
      </button>
    </div>
  )
}
