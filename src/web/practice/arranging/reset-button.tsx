/** Clears an answer. Until the candidate changes something, a second press restores the answer. */
import { useState } from 'react'
import { isBlank, type AnswerInput } from '#exam/question.ts'
import { arranging } from '#text/arranging.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = { answer: AnswerInput; resetText: string; onAnswer: (answer: AnswerInput, announcement: string) => void }

export function ResetButton({ answer, resetText, onAnswer }: Props) {
  const [cleared, setCleared] = useState<AnswerInput>([])
  const canUndo = isBlank(answer) && !isBlank(cleared)
  const reset = () => {
    setCleared(answer)
    onAnswer([], resetText)
  }
  return (
    <button
      className="button"
      data-kind="quiet"
      type="button"
      disabled={isBlank(answer) && !canUndo}
      onClick={canUndo ? () => onAnswer(cleared, arranging.resetUndone) : reset}
    >
      <Icon name="undo" /> {canUndo ? arranging.undoReset : arranging.reset}
    </button>
  )
}
