/** The sticky header of an attempt: number of answers or time left, save status, the button that finishes the attempt, and the step line. */
import { Link } from 'react-router'
import type { AttemptTally, QuestionStatus } from '#exam/question-status.ts'
import type { AttemptLabels, AttemptMode, SaveStatus } from '#web/practice/attempt/attempt-mode.ts'
import { StepLine } from '#web/practice/attempt/step-line.tsx'
import { exam } from '#text/practice.ts'
import { LanguageLinks } from '#web/layout/language-links.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  mode: AttemptMode
  labels: Pick<AttemptLabels, 'title' | 'back' | 'finish'>
  certificationId: string
  statuses: readonly QuestionStatus[]
  tally: AttemptTally
  current: number
  isOpen: boolean
  saveStatus: SaveStatus | undefined
  onShowShortcuts: () => void
  onFinish: () => void
}

export function AttemptHeader({ mode, labels, certificationId, statuses, tally, current, isOpen, saveStatus, ...on }: Props) {
  const { figure, word } = exam.tally(tally)
  const isSealed = mode.type === 'simulation'
  return (
    <div className="attempt-top">
      <header className={isSealed ? 'attempt-header simulation-header' : 'attempt-header'}>
        <Link className="button" data-kind="quiet" to={`/certifications/${certificationId}`} aria-label={labels.back}>
          <Icon name="left" /> {certificationId.toUpperCase()}
        </Link>
        <h1>{labels.title}</h1>
        <div className="attempt-state">
          {isSealed ? (
            mode.timer
          ) : (
            <p className="tally" role="status">
              {isOpen && (
                <>
                  <b>{figure}</b> {word}
                </>
              )}
            </p>
          )}
          <p className="indicator" role="status">
            {!isOpen && (
              <span className="indicator delayed">
                <span className="spinner" /> {exam.opening}
              </span>
            )}
            {saveStatus?.icon && <Icon name={saveStatus.icon} />} {saveStatus?.text}
          </p>
        </div>
        <button
          className="button only-keyboard"
          data-kind="quiet"
          type="button"
          aria-haspopup="dialog"
          aria-keyshortcuts="?"
          onClick={on.onShowShortcuts}
        >
          <Icon name="keyboard" /> <span>{exam.shortcuts}</span>
        </button>
        <LanguageLinks className="button" />
        <button className="button" type="button" aria-haspopup="dialog" disabled={!isOpen} onClick={on.onFinish}>
          {labels.finish}
        </button>
      </header>
      <StepLine statuses={statuses} current={current} tally={tally} />
    </div>
  )
}
