/** Two people edited one question: both versions side by side, and which of them is to stay. */
import { Differences, listDifferences } from '#web/admin/bank/editor/field-values.tsx'
import { printForm, readForm } from '#web/admin/bank/editor/question-form.ts'
import type { QuestionForm } from '#web/admin/bank/editor/question-form.ts'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { StoredQuestion } from '#server/bank/index.ts'

type Props = { mine: QuestionForm; current: StoredQuestion; onTake: () => void; onKeep: () => void; onClose: () => void }

export function QuestionConflict({ mine, current, onTake, onKeep, onClose }: Props) {
  const theirs = { label: questionEditor.theirs, question: printForm(readForm(current)) }
  const own = { label: questionEditor.mine, question: printForm(mine) }
  const isSame = listDifferences(theirs.question, own.question).length === 0
  return (
    <Dialog
      title={questionEditor.conflictTitle}
      kind="wide"
      isOpen
      onClose={onClose}
      foot={
        <>
          <button className="button" data-kind="quiet" type="button" data-first-focus onClick={onClose}>
            {questionEditor.backToForm}
          </button>
          <button className="button" type="button" onClick={onTake}>
            {questionEditor.takeTheirs}
          </button>
          <button className="button" type="button" disabled={isSame} onClick={onKeep}>
            {questionEditor.keepMine}
          </button>
        </>
      }
    >
      <div className="body flow" tabIndex={0}>
        <p>{isSame ? questionEditor.conflictSame : questionEditor.conflict(current.updated_by ?? questionEditor.anotherUser)}</p>
        <Differences left={theirs} right={own} />
      </div>
    </Dialog>
  )
}
