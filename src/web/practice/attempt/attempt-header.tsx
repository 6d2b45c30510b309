/** The header of an attempt in progress: back link, title, save status, keyboard shortcuts and the button that finishes it. */
import { Link } from 'react-router'
import { useTexts } from '#web/text/texts.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'

export type SaveStatus = { icon?: IconName; text: string }

type Props = {
  certificationId: string
  /** Accessible name of the link to the certification, which shows only its id. */
  back: string
  title: React.ReactNode
  isTimed: boolean
  /** The time left of a timed attempt. */
  timer?: React.ReactNode
  saveStatus: SaveStatus | undefined
  finish: string
  /** False until the journal has been read. Until then the attempt cannot be finished. */
  isOpen: boolean
  onShowShortcuts: () => void
  onFinish: () => void
}

export function AttemptHeader({ certificationId, back, title, isTimed, timer, saveStatus, finish, isOpen, ...on }: Props) {
  const { exam } = useTexts()
  return (
    <header className={isTimed ? 'attempt-header simulation-header' : 'attempt-header'}>
      <Link className="button" data-kind="quiet" to={`/certifications/${certificationId}`} aria-label={back}>
        <Icon name="left" /> {certificationId.toUpperCase()}
      </Link>
      <h1>{title}</h1>
      <p className="indicator push" role="status">
        {!isOpen && (
          <span className="indicator delayed">
            <span className="spinner" /> {exam.opening}
          </span>
        )}
        {saveStatus?.icon && <Icon name={saveStatus.icon} />} {saveStatus?.text}
      </p>
      {timer}
      <button className="button only-keyboard" data-kind="quiet" type="button" aria-haspopup="dialog" onClick={on.onShowShortcuts}>
        <Icon name="keyboard" /> {exam.shortcuts}
      </button>
      <button className="button" type="button" aria-haspopup="dialog" disabled={!isOpen} onClick={on.onFinish}>
        {finish}
      </button>
    </header>
  )
}
