/** The place of a question that has left the bank since the run began: there is nothing to answer, only the way on. */
import { useEffect, useRef } from 'react'
import { isBlank } from '#exam/question.ts'
import type { Attempt, Move } from '#exam/attempt.ts'
import { AttemptControls } from '#web/practice/attempt/attempt-controls.tsx'
import { useKeyboardShortcuts } from '#web/practice/attempt/use-keyboard-shortcuts.ts'
import { useTexts } from '#web/text/texts.ts'

type Props = { run: Attempt; keysAreOn: boolean; onMove: (move: Move) => void; onShowKeys: () => void }

export function RemovedQuestion({ run: { current, questionIds, answers }, keysAreOn, onMove, onShowKeys }: Props) {
  const { exam } = useTexts()
  const number = current + 1
  const total = questionIds.length
  const go = (position: number) => onMove({ type: 'go', at: Date.now(), position })
  const nothing = () => undefined
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that led here went with its question.
    if (document.activeElement === document.body) place.current?.focus()
  }, [])
  useKeyboardShortcuts(keysAreOn, {
    choose: nothing,
    next: () => go(number),
    previous: () => go(number - 2),
    reveal: nothing,
    flag: nothing,
    showKeys: onShowKeys,
  })
  return (
    <section ref={place} className="question" aria-label={exam.questionOf(number, total)} tabIndex={-1}>
      <p className="notice" role="status">
        {isBlank(answers[questionIds[current] ?? '']) ? exam.questionRemoved : exam.answeredQuestionRemoved}
      </p>
      <div className="exam-foot">
        <AttemptControls number={number} total={total} onGo={go} />
      </div>
    </section>
  )
}
