/**
 * Shown in place of a question that was removed after the attempt started, or that is not loaded yet. The candidate can still go to other questions.
 */
import { useEffect, useRef } from 'react'
import { isBlank } from '#exam/question.ts'
import type { Attempt } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import { AttemptControls } from '#web/practice/attempt/attempt-controls.tsx'
import { useKeyboardShortcuts } from '#web/practice/attempt/use-keyboard-shortcuts.ts'
import { exam } from '#text/practice.ts'
import { site } from '#text/site.ts'
import { useOnline } from '#web/ui/use-online.ts'

type Props = {
  attempt: Attempt
  /** `undefined` for a removed question. */
  loading: QuestionLoading | undefined
  areShortcutsOn: boolean
  onMove: (move: Move) => void
  onOpenMap: () => void
  onShowShortcuts: () => void
}

export type QuestionLoading = { hasFailed: boolean; onRetry: () => void }

export function MissingQuestion({ attempt, loading, areShortcutsOn, onMove, onOpenMap, onShowShortcuts }: Props) {
  const { current, questionIds, answers } = attempt
  const number = current + 1
  const total = questionIds.length
  const go = (position: number) => onMove({ type: 'go', at: Date.now(), position })
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // The focused button disappeared with the previous question.
    if (document.activeElement === document.body) section.current?.focus()
  }, [])
  useKeyboardShortcuts(areShortcutsOn, {
    next: () => go(number),
    previous: () => go(number - 2),
    openMap: onOpenMap,
    showShortcuts: onShowShortcuts,
  })
  return (
    <section ref={section} className="question" aria-label={exam.questionOf(number, total)} tabIndex={-1}>
      {loading ? (
        <LoadingQuestion {...loading} />
      ) : (
        <p className="notice" role="status">
          {isBlank(answers[questionIds[current] ?? '']) ? exam.questionRemoved : exam.answeredQuestionRemoved}
        </p>
      )}
      <div className="attempt-foot">
        <AttemptControls number={number} total={total} onGo={go} />
      </div>
    </section>
  )
}

/** The page retries on its own, so the button is only for impatient candidates. */
function LoadingQuestion({ hasFailed, onRetry }: QuestionLoading) {
  const isOnline = useOnline()
  if (!hasFailed && isOnline) {
    return (
      <p className="row delayed" role="status">
        <span className="spinner" /> {exam.questionLoading}
      </p>
    )
  }
  return (
    <div className="notice" role="status">
      <p>{isOnline ? exam.questionNotLoaded : exam.questionNotOnDevice}</p>
      <button className="button" type="button" onClick={onRetry}>
        {site.tryAgain}
      </button>
    </div>
  )
}
