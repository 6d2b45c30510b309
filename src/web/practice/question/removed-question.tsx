/** Shown in place of a question that was removed after the attempt started. The candidate can only continue. */
import { useEffect, useRef } from 'react'
import { isBlank } from '#exam/question.ts'
import type { Attempt, Move } from '#exam/attempt.ts'
import { AttemptControls } from '#web/practice/attempt/attempt-controls.tsx'
import { useKeyboardShortcuts } from '#web/practice/attempt/use-keyboard-shortcuts.ts'
import { useTexts } from '#web/text/texts.ts'

type Props = {
  attempt: Attempt
  areShortcutsOn: boolean
  onMove: (move: Move) => void
  onOpenMap: () => void
  onShowShortcuts: () => void
}

export function RemovedQuestion({ attempt: { current, questionIds, answers }, areShortcutsOn, onMove, onOpenMap, onShowShortcuts }: Props) {
  const { exam } = useTexts()
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
      <p className="notice" role="status">
        {isBlank(answers[questionIds[current] ?? '']) ? exam.questionRemoved : exam.answeredQuestionRemoved}
      </p>
      <div className="attempt-foot">
        <AttemptControls number={number} total={total} onGo={go} />
      </div>
    </section>
  )
}
