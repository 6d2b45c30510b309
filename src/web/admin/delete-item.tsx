/** Deletes a case study or a certification after a confirmation, and lists what still uses it. */
import { useState } from 'react'
import { Link } from 'react-router'
import { callApi, type ApiRefusal } from '#web/admin/call-api.ts'
import { ConfirmDialog } from '#web/admin/confirm-dialog.tsx'
import { refusalMessage } from '#web/admin/use-record-editor.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { Notice } from '#web/ui/notice.tsx'

/** What still uses the record, as `/api` returns it. `questions` has at most the first twenty. */
type RecordUses = { total: number; questions: { id: string; exam_id: string; words: string }[]; successorOf?: string[] }

type Props = {
  label: string
  name: string
  /** Path of the record in `/api`. */
  path: string
  onDeleted: () => void
}

export function DeleteItem({ label, name, path, onDeleted }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [refusal, setRefusal] = useState<ApiRefusal>()
  const uses = refusal?.problem?.uses as RecordUses | undefined
  const deleteItem = async () => {
    setDeleting(true)
    const result = await callApi(path, 'DELETE')
    setDeleting(false)
    setConfirming(false)
    if (result.ok) onDeleted()
    else setRefusal(result)
  }
  return (
    <section className="apart flow">
      <h2>{label}</h2>
      <p className="soft">{catalogueAdmin.deleteHint}</p>
      <p>
        <button
          className="button"
          data-kind="danger"
          type="button"
          onClick={() => {
            setRefusal(undefined)
            setConfirming(true)
          }}
        >
          {catalogueAdmin.delete}
        </button>
      </p>
      {uses ? (
        <UsesNotice uses={uses} />
      ) : (
        refusal && <Notice verdict="wrong">{refusalMessage(refusal, catalogueAdmin.noAnswerDelete)}</Notice>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={catalogueAdmin.deleteTitle}
          confirmLabel={catalogueAdmin.delete}
          isDeleting={isDeleting}
          onConfirm={() => void deleteItem()}
          onClose={() => setConfirming(false)}
        >
          <p>{catalogueAdmin.deleteSure(name)}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function UsesNotice({ uses: { total, questions, successorOf = [] } }: { uses: RecordUses }) {
  return (
    <div className="flow">
      {successorOf.length > 0 && <Notice verdict="wrong">{catalogueAdmin.successorOf(successorOf.join(', ').toUpperCase())}</Notice>}
      {total > 0 && (
        <>
          <Notice verdict="wrong">{catalogueAdmin.used(total)}</Notice>
          <p>{catalogueAdmin.usedHow}</p>
          <ul>
            {questions.map(({ id, exam_id, words }) => (
              <li key={id}>
                <Link className="link-alone" to={`/admin?exam=${encodeURIComponent(exam_id)}&edit=${id}`}>
                  {words || id}
                </Link>
              </li>
            ))}
            {total > questions.length && <li>{catalogueAdmin.usedMore(total - questions.length)}</li>}
          </ul>
        </>
      )}
    </div>
  )
}
