/** Asks once before a question is deleted. Source: spec §8, delete confirmation. */
import { useState } from 'react'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { callApi } from '#web/admin/call-api.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ListedQuestion } from '#server/bank/index.ts'

type Props = { question: ListedQuestion; onClose: () => void; onDeleted: (words: string) => void }

export function DeleteQuestion({ question, onClose, onDeleted }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const remove = async () => {
    setBusy(true)
    setProblem(undefined)
    const told = await callApi(`/api/questions/${question.id}`, 'DELETE')
    setBusy(false)
    if (told.ok) onDeleted(bank.changed.delete(1))
    else if (told.code === 'UNKNOWN_QUESTION') onDeleted(bank.alreadyDeleted(1))
    else setProblem(told.message)
  }
  return (
    <Dialog
      title={bank.deleteTitle}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      foot={
        <>
          <button className="button" type="button" data-first-focus disabled={isBusy} onClick={onClose}>
            {bank.cancel}
          </button>
          <BusyButton label={bank.deleteOne} busy={bank.deleting} isBusy={isBusy} kind="danger" onPress={() => void remove()} />
        </>
      }
    >
      <div className="body flow">
        {problem && <Notice verdict="wrong">{problem}</Notice>}
        <p>{bank.deleteSure}</p>
        <p className="notice">{question.words || bank.noText}</p>
      </div>
    </Dialog>
  )
}
