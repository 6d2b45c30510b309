/** An attempt in progress, in practice or in a simulation: header, pager, one question, and the dialog before the end. */
import { useMemo, useRef, useState } from 'react'
import type { CaseStudy } from '#exam/question.ts'
import { findSeries } from '#exam/series.ts'
import { listQuestionStatuses, tallyAttempt, type QuestionLookup } from '#exam/question-status.ts'
import type { Attempt } from '#exam/attempt.ts'
import { prepareMove, type Move } from '#exam/moves.ts'
import { AttemptHeader } from '#web/practice/attempt/attempt-header.tsx'
import type { AttemptLabels, AttemptMode, SaveStatus } from '#web/practice/attempt/attempt-mode.ts'
import { usePreloadedArranging } from '#web/practice/arranging/lazy-arranging.tsx'
import { useShortcutsSetting } from '#web/practice/attempt/use-keyboard-shortcuts.ts'
import { QuestionPlaces } from '#web/practice/attempt/question-places.tsx'
import { UnansweredQuestions } from '#web/practice/attempt/unanswered-questions.tsx'
import { CaseStudyPanel } from '#web/practice/question/case-study-notice.tsx'
import { usePreloadedCaseStudyReader } from '#web/practice/question/lazy-case-study-reader.tsx'
import { QuestionCard } from '#web/practice/question/question-card.tsx'
import { useShown } from '#web/practice/question/question-language.tsx'
import { MissingQuestion, type QuestionLoading } from '#web/practice/question/missing-question.tsx'
import { SkipLink } from '#web/layout/skip-link.tsx'
import { exam } from '#text/practice.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useLazyDialog } from '#web/ui/use-lazy-dialog.ts'

const loadShortcutsDialog = () =>
  import('#web/practice/attempt/keyboard-shortcuts-dialog.tsx').then(({ KeyboardShortcutsDialog }) => KeyboardShortcutsDialog)
const loadQuestionMap = () => import('#web/practice/map/question-map.tsx').then(({ QuestionMap }) => QuestionMap)

type Props = {
  mode: AttemptMode
  labels: AttemptLabels
  attempt: Attempt
  questions: QuestionLookup
  getCaseStudy: (id: string) => CaseStudy | undefined
  /** Whether loading questions has failed, and how to retry. Missing in a simulation. */
  loading?: QuestionLoading
  /** False until the journal has been read. Until then, the screen accepts no input, and the attempt cannot be finished. */
  isOpen: boolean
  /** Whether the question on screen takes the focus when the screen appears. */
  takesFocus: boolean
  saveStatus: SaveStatus | undefined
  notices: React.ReactNode
  onMove: (move: Move) => void
  onFinish: () => void
}

export function AttemptScreen({ mode, labels, attempt, questions, getCaseStudy, loading, isOpen, takesFocus, ...rest }: Props) {
  const { saveStatus, notices, onFinish } = rest
  const onMove = (move: Move) => {
    const prepared = prepareMove(attempt, move)
    if (prepared) rest.onMove(prepared)
  }
  const [isFinishOpen, setFinishOpen] = useState(false)
  const [areShortcutsOn, setShortcutsOn] = useShortcutsSetting()
  const [focusRequests, setFocusRequests] = useState(takesFocus ? 1 : 0)
  const focusesOnClose = useRef(false)
  const requestFocus = () => setFocusRequests((before) => before + 1)
  const { questionIds, answers, revealed, flagged, guessed, closed, current } = attempt
  const statuses = useMemo(
    () => listQuestionStatuses({ questionIds, answers, revealed, flagged, guessed, ...(closed && { closed }) }, questions),
    [questionIds, answers, revealed, flagged, guessed, closed, questions],
  )
  const tally = useMemo(() => tallyAttempt(statuses), [statuses])
  const shortcuts = useLazyDialog(loadShortcutsDialog, 'attempt')
  const map = useLazyDialog(loadQuestionMap, questionIds[current] ?? '')
  const go = (position: number) => onMove({ type: 'go', at: Date.now(), position })
  const goFromDialog = (position: number) => {
    focusesOnClose.current = true
    setFinishOpen(false)
    map.close()
    go(position)
  }
  // A closing dialog returns the focus to its opener. Only then can the question receive it.
  const focusAfterClosing = () => {
    if (focusesOnClose.current) requestFocus()
    focusesOnClose.current = false
  }
  const closeFinishDialog = () => {
    setFinishOpen(false)
    focusAfterClosing()
  }
  const finish = () => {
    setFinishOpen(false)
    onFinish()
  }
  const currentId = questionIds[current] ?? ''
  const isPending = questions.isPending(currentId)
  const question = isPending ? undefined : questions.get(currentId)
  const caseStudy = getCaseStudy(question?.caseStudyId ?? '')
  const { shown, show } = useShown(question, caseStudy)
  // The scenario of a series is part of the question.
  const besideQuestion = question?.type === 'solution' ? undefined : shown.caseStudy
  const series = findSeries(attempt, currentId)
  const attemptKey = String(attempt.startedAt)
  usePreloadedArranging(attempt, questions)
  usePreloadedCaseStudyReader(attempt, questions)
  const isSealed = mode.type === 'simulation'
  const shared = {
    attempt,
    areShortcutsOn: areShortcutsOn && isOpen,
    onOpenMap: series ? () => undefined : map.open,
    onShowShortcuts: shortcuts.open,
  }
  const overview = { statuses, current, onGo: goFromDialog }
  return (
    <>
      <SkipLink />
      <AttemptHeader
        {...{ mode, labels, statuses, tally, current, isOpen, saveStatus }}
        certificationId={attempt.certificationId}
        onShowShortcuts={shared.onShowShortcuts}
        onFinish={() => setFinishOpen(true)}
      />
      {!isSealed && (
        <noscript>
          <p className="notice needs-script">{exam.needsScript}</p>
        </noscript>
      )}
      <main className="attempt" data-split={besideQuestion && true} id="main" tabIndex={-1} inert={!isOpen}>
        {besideQuestion && <CaseStudyPanel key={`${attemptKey} ${besideQuestion.id}`} caseStudy={besideQuestion} attemptKey={attemptKey} />}
        <div>
          {notices}
          {series && mode.type === 'simulation' ? (
            <mode.SeriesBar attempt={attempt} series={series} />
          ) : (
            <QuestionPlaces
              statuses={statuses}
              current={current}
              onGo={go}
              problem={map.hasFailed ? exam.mapNotLoaded : shortcuts.hasFailed ? exam.shortcutsNotLoaded : undefined}
              onOpenMap={map.open}
            />
          )}
          {question && shown.question ? (
            <QuestionCard
              {...shared}
              question={question}
              areaNames={labels.areaNames}
              caseStudy={caseStudy}
              shown={{ question: shown.question, caseStudy: shown.caseStudy }}
              onShow={show}
              isSealed={isSealed}
              requestTranslations={mode.type === 'simulation' ? mode.requestTranslations : undefined}
              focusRequests={isOpen ? focusRequests : 0}
              onMove={onMove}
            />
          ) : (
            <MissingQuestion
              {...shared}
              loading={isPending ? loading : undefined}
              onMove={(move) => {
                requestFocus()
                onMove(move)
              }}
            />
          )}
        </div>
      </main>
      <Dialog
        title={labels.confirmTitle}
        isOpen={isFinishOpen}
        onClose={closeFinishDialog}
        foot={
          // "Keep Going" comes first and has the focus, so that pressing Enter twice does not finish the attempt.
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
          {mode.type === 'practice' ? <UnansweredQuestions statuses={statuses} /> : <mode.Overview {...overview} />}
        </div>
      </Dialog>
      {map.Dialog && (
        <map.Dialog
          {...overview}
          tally={tally}
          isSealed={isSealed}
          areShortcutsOn={areShortcutsOn}
          isOpen={map.isOpen}
          onClose={() => {
            map.close()
            focusAfterClosing()
          }}
        />
      )}
      {shortcuts.Dialog && (
        <shortcuts.Dialog
          isOpen={shortcuts.isOpen}
          onClose={shortcuts.close}
          isOn={areShortcutsOn}
          onSwitch={setShortcutsOn}
          isSealed={isSealed}
          hasDocumentation={isSealed && attempt.hasDocumentation === true}
        />
      )}
    </>
  )
}
