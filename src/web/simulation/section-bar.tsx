/** The section of a simulation, and the buttons that end it or start a break. Both first explain what closes. */
import { useState } from 'react'
import { listSeenOpen, type Attempt } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import { findSection, isClosed } from '#exam/series.ts'
import { questionNumbers } from '#web/simulation/question-numbers.ts'
import { examRules as words } from '#text/exam-rules.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useOnline } from '#web/ui/use-online.ts'

type Props = {
  attempt: Attempt
  breakMinutes: number
  /** The move that waits until the candidate has decided whether to end the section. */
  leaving: Move | undefined
  onLeave: (move: Move | undefined) => void
  onMove: (move: Move) => void
  /** Another button for the bar. */
  children: React.ReactNode
}

export function SectionBar({ attempt, breakMinutes, leaving, onLeave, onMove, children }: Props) {
  const [isBreakOpen, setBreakOpen] = useState(false)
  const isOnline = useOnline()
  const { questionIds, current, sections = [], hasBreaks, answers } = attempt
  const index = findSection(attempt, questionIds[current] ?? '')
  const ids = sections[index] ?? []
  const numbers = questionNumbers(attempt, ids)
  const next = sections[index + 1]?.[0]
  const seen = listSeenOpen(attempt)
  const areAllClosed = questionIds.every((id) => isClosed(attempt, id))
  const notAnswered = (of: readonly string[]) =>
    questionNumbers(
      attempt,
      of.filter((id) => !answers[id] && !isClosed(attempt, id)),
    )
  if (sections.length === 0 && !hasBreaks && !children) return null
  const endSection = () => next && onLeave({ type: 'go', at: Date.now(), position: questionIds.indexOf(next), from: current })
  return (
    <div className="section-bar">
      {areAllClosed ? (
        <p role="status">{words.allClosed}</p>
      ) : (
        sections.length > 0 && <p>{words.section(index + 1, sections.length, numbers[0] ?? 1, numbers.at(-1) ?? 1)}</p>
      )}
      {children}
      {hasBreaks && seen.length > 0 && (
        <button className="button" data-kind="quiet" type="button" aria-haspopup="dialog" onClick={() => setBreakOpen(true)}>
          {words.takeBreak}
        </button>
      )}
      {next && (
        <button className="button" data-kind="quiet" type="button" aria-haspopup="dialog" onClick={endSection}>
          {words.endSection(index + 1)}
        </button>
      )}
      <ClosingDialog
        title={words.endSectionTitle(index + 1)}
        confirm={words.endSection(index + 1)}
        isOpen={leaving !== undefined}
        onClose={() => onLeave(undefined)}
        onConfirm={() => leaving && onMove(leaving)}
      >
        <p>{words.openQuestions(notAnswered(ids))}</p>
        <p>
          <b>{words.endSectionText(index + 1)}</b>
        </p>
      </ClosingDialog>
      <ClosingDialog
        title={words.breakTitle}
        confirm={words.startBreak}
        isOpen={isBreakOpen}
        onClose={() => setBreakOpen(false)}
        onConfirm={() => onMove({ type: 'break', at: Date.now() })}
      >
        <p>{words.breakText(seen.length, breakMinutes)}</p>
        <p>{words.openQuestions(notAnswered(seen))}</p>
        {!isOnline && <p>{words.breakOffline}</p>}
      </ClosingDialog>
    </div>
  )
}

type ClosingDialogProps = {
  title: string
  confirm: string
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  children: React.ReactNode
}

/** Asks before questions are closed. The button that keeps them open has the focus. */
function ClosingDialog({ title, confirm, isOpen, onClose, onConfirm, children }: ClosingDialogProps) {
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      foot={
        <>
          <button className="button" data-kind="primary" type="button" data-first-focus onClick={onClose}>
            {words.keepWorking}
          </button>
          <button
            className="button"
            type="button"
            onClick={() => {
              onConfirm()
              onClose()
            }}
          >
            {confirm}
          </button>
        </>
      }
    >
      <div className="body flow">{children}</div>
    </Dialog>
  )
}
