/** An attempt in progress, in practice or in a simulation: header, pager, one question and the dialog before the end. */
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CaseStudy, Question } from '#exam/question.ts'
import type { Attempt, Move } from '#exam/attempt.ts'
import { KeyboardShortcutsDialog, useShortcutsSetting } from '#web/practice/attempt/keyboard-shortcuts-dialog.tsx'
import { usePreloadedArranging } from '#web/practice/arranging/lazy-arranging.tsx'
import { Pager } from '#web/practice/attempt/pager.tsx'
import { questionStatus, type OverviewProps } from '#web/practice/attempt/question-status.ts'
import { UnansweredQuestions } from '#web/practice/attempt/unanswered-questions.tsx'
import { QuestionCard } from '#web/practice/question/question-card.tsx'
import { RemovedQuestion } from '#web/practice/question/removed-question.tsx'
import { SkipLink } from '#web/layout/skip-link.tsx'
import { useTexts } from '#web/text/texts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'

export type AttemptMode =
  /** Answers can be revealed, and help is available. */
  | { type: 'practice' }
  /** Sealed until submitted. `timer` shows the time left; `Overview` shows all questions before the candidate submits. */
  | { type: 'simulation'; timer: React.ReactNode; Overview: React.ComponentType<OverviewProps> }

export type SaveStatus = { icon?: IconName; text: string }

/** `back` names the link to the certification, which shows only its id. `confirmTitle` and `confirm` are for the finish dialog. */
type AttemptLabels = { title: React.ReactNode; back: string; finish: string; confirmTitle: string; confirm: string }

type Props = {
  mode: AttemptMode
  labels: AttemptLabels
  attempt: Attempt
  questions: ReadonlyMap<string, Question>
  caseStudies: readonly CaseStudy[]
  /** False until the journal has been read. Until then the screen accepts no input, and the attempt cannot be finished. */
  isOpen: boolean
  /** The first question takes the focus. */
  takesFocus: boolean
  saveStatus: SaveStatus | undefined
  notices: React.ReactNode
  onMove: (move: Move) => void
  onFinish: () => void
}

export function AttemptScreen({ mode, labels, attempt, questions, caseStudies, isOpen, takesFocus, ...rest }: Props) {
  const { saveStatus, notices, onMove, onFinish } = rest
  const { exam } = useTexts()
  const [openDialog, setOpenDialog] = useState<'finish' | 'shortcuts' | null>(null)
  const [areShortcutsOn, setShortcutsOn] = useShortcutsSetting()
  const [focusRequests, setFocusRequests] = useState(takesFocus ? 1 : 0)
  const focusesOnClose = useRef(false)
  const requestFocus = () => setFocusRequests((before) => before + 1)
  // The close event of one dialog can arrive after another dialog has opened.
  const close = (dialog: 'finish' | 'shortcuts') => setOpenDialog((open) => (open === dialog ? null : open))
  const statuses = attempt.questionIds.map((_, position) => questionStatus(attempt, questions, position))
  const go = (position: number) => onMove({ type: 'go', at: Date.now(), position })
  const goFromDialog = (position: number) => {
    focusesOnClose.current = true
    setOpenDialog(null)
    go(position)
  }
  const closeFinishDialog = () => {
    close('finish')
    // A closing dialog returns the focus to its opener. Only then can the question take it.
    if (focusesOnClose.current) requestFocus()
    focusesOnClose.current = false
  }
  const finish = () => {
    setOpenDialog(null)
    onFinish()
  }
  const question = questions.get(attempt.questionIds[attempt.current] ?? '')
  usePreloadedArranging(attempt, questions)
  const isSealed = mode.type === 'simulation'
  const shared = { attempt, areShortcutsOn: areShortcutsOn && isOpen, onShowShortcuts: () => setOpenDialog('shortcuts') }
  return (
    <>
      <SkipLink />
      <header className={isSealed ? 'attempt-header simulation-header' : 'attempt-header'}>
        <Link className="button" data-kind="quiet" to={`/certifications/${attempt.certificationId}`} aria-label={labels.back}>
          <Icon name="left" /> {attempt.certificationId.toUpperCase()}
        </Link>
        <h1>{labels.title}</h1>
        <p className="indicator push" role="status">
          {!isOpen && (
            <span className="indicator delayed">
              <span className="spinner" /> {exam.opening}
            </span>
          )}
          {saveStatus?.icon && <Icon name={saveStatus.icon} />} {saveStatus?.text}
        </p>
        {isSealed && mode.timer}
        <button className="button only-keyboard" data-kind="quiet" type="button" aria-haspopup="dialog" onClick={shared.onShowShortcuts}>
          <Icon name="keyboard" /> {exam.shortcuts}
        </button>
        <button className="button" type="button" aria-haspopup="dialog" disabled={!isOpen} onClick={() => setOpenDialog('finish')}>
          {labels.finish}
        </button>
      </header>
      {!isSealed && (
        <noscript>
          <p className="notice needs-script">{exam.needsScript}</p>
        </noscript>
      )}
      <main className="attempt" id="main" tabIndex={-1} inert={!isOpen}>
        {notices}
        <Pager statuses={statuses} current={attempt.current} onGo={go} />
        {question ? (
          <QuestionCard
            {...shared}
            question={question}
            caseStudy={caseStudies.find(({ id }) => id === question.caseStudyId)}
            isSealed={isSealed}
            focusRequests={isOpen ? focusRequests : 0}
            onMove={onMove}
          />
        ) : (
          <RemovedQuestion
            {...shared}
            onMove={(move) => {
              requestFocus()
              onMove(move)
            }}
          />
        )}
      </main>
      <Dialog
        title={labels.confirmTitle}
        isOpen={openDialog === 'finish'}
        onClose={closeFinishDialog}
        foot={
          // "Keep going" comes first and has the focus, so that pressing Enter twice does not finish the attempt.
          <>
            <button className="button" type="button" data-first-focus onClick={closeFinishDialog}>
              {exam.keepGoing}
            </button>
            <button className="button" data-kind="primary" type="button" onClick={finish}>
              {labels.confirm}
            </button>
          </>
        }
      >
        <div className="body flow">
          {mode.type === 'practice' ? (
            <UnansweredQuestions statuses={statuses} />
          ) : (
            <mode.Overview statuses={statuses} current={attempt.current} onGo={goFromDialog} />
          )}
        </div>
      </Dialog>
      <KeyboardShortcutsDialog
        isOpen={openDialog === 'shortcuts'}
        onClose={() => close('shortcuts')}
        isOn={areShortcutsOn}
        onSwitch={setShortcutsOn}
        isSealed={isSealed}
      />
    </>
  )
}
