/** The header of an exam under way: the way out, what it is, how it is kept, the list of keys, and the way to its end. */
import { Link } from 'react-router'
import { useTexts } from '#web/text/texts.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  certificationId: string
  /** What the way out, which shows the exam alone, says of itself. */
  back: string
  title: React.ReactNode
  /** How it is kept, and what time is left where it is timed. */
  children: React.ReactNode
  isTimed?: boolean
  /** What the button that leads to the end is called. It waits until the exam is `isOpen`. */
  finish: string
  isOpen: boolean
  onShowKeys: () => void
  onFinish: () => void
}

export function AttemptHeader({ certificationId, back, title, children, isTimed = false, finish, isOpen, onShowKeys, onFinish }: Props) {
  const { exam } = useTexts()
  return (
    <header className={isTimed ? 'exam-header simulation-header' : 'exam-header'}>
      <Link className="button" data-kind="quiet" to={`/certifications/${certificationId}`} aria-label={back}>
        <Icon name="left" /> {certificationId.toUpperCase()}
      </Link>
      <h1>{title}</h1>
      {children}
      <button className="button only-keyboard" data-kind="quiet" type="button" aria-haspopup="dialog" onClick={onShowKeys}>
        <Icon name="keyboard" /> {exam.shortcuts}
      </button>
      <button className="button" type="button" aria-haspopup="dialog" disabled={!isOpen} onClick={onFinish}>
        {finish}
      </button>
    </header>
  )
}
