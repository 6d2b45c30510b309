/** Deletes a question after a confirmation. */
import { useState } from 'react'
import { callApi } from '#web/admin/call-api.ts'
import { ConfirmDialog } from '#web/admin/confirm-dialog.tsx'
import { bank } from '#web/text/en/admin/bank.ts'
import type { ListedQuestion } from '#server/bank/index.ts'

type Props = { question: ListedQuestion; onClose: () => void; onDeleted: (message: string) => void }

export function DeleteQuestion({ question, onClose, onDeleted }: Props) {
  const [isDeleting, setDeleting] = useState(false)
  const [problem, setProblem] = useState<string>()
  const deleteQuestion = async () => {
    setDeleting(true)
    setProblem(undefined)
    const result = await callApi(`/api/questions/${question.id}`, 'DELETE')
    setDeleting(false)
    if (result.ok) onDeleted(bank.changed.delete(1))
    else if (result.code === 'UNKNOWN_QUESTION') onDeleted(bank.alreadyDeleted(1))
    else setProblem(result.message)
  }
  return (
    <ConfirmDialog
      title={bank.deleteTitle}
      confirmLabel={bank.deleteOne}
      isDeleting={isDeleting}
      problem={problem}
      onConfirm={() => void deleteQuestion()}
      onClose={onClose}
    >
      <p>{bank.deleteSure}</p>
      <p className="notice">{question.words || bank.noText}</p>
    </ConfirmDialog>
  )
}
