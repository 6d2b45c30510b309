/** Deleting a case study or a certification: the button, the question whether one is sure, and what still uses it. */
import { useState } from 'react'
import { Link } from 'react-router'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useSaving } from './use-saving.ts'

/** As `/api` tells it; the first twenty questions by name. */
type Uses = { total: number; questions: { id: string; exam_id: string; words: string }[]; successorOf?: string[] }

type Props = {
  label: string
  name: string
  /** Of `/api`. */
  path: string
  onDeleted: () => void
}

export function DeleteItem({ label, name, path, onDeleted }: Props) {
  const { busy, message, problem, remove, clear } = useSaving()
  const [isAsked, setAsked] = useState(false)
  const uses = problem?.uses as Uses | undefined
  const confirm = async () => {
    const isDone = await remove(path)
    setAsked(false)
    if (isDone) onDeleted()
  }
  const ask = () => {
    clear()
    setAsked(true)
  }
  return (
    <section className="apart flow">
      <h2>{label}</h2>
      <p className="soft">{catalogueAdmin.deleteHint}</p>
      <p>
        <button className="button" data-kind="danger" type="button" onClick={ask}>
          {catalogueAdmin.delete}
        </button>
      </p>
      {uses ? <UsesNotice uses={uses} /> : message && <Notice verdict="wrong">{message}</Notice>}
      <Dialog
        title={catalogueAdmin.deleteTitle}
        isOpen={isAsked}
        isBusy={busy !== undefined}
        onClose={() => setAsked(false)}
        foot={
          <>
            <button className="button" type="button" data-first-focus disabled={busy !== undefined} onClick={() => setAsked(false)}>
              {catalogueAdmin.cancel}
            </button>
            <BusyButton
              kind="danger"
              label={catalogueAdmin.delete}
              busy={catalogueAdmin.deleting}
              isBusy={busy === 'deleting'}
              onPress={() => void confirm()}
            />
          </>
        }
      >
        <p className="body">{catalogueAdmin.deleteSure(name)}</p>
      </Dialog>
    </section>
  )
}

function UsesNotice({ uses: { total, questions, successorOf = [] } }: { uses: Uses }) {
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
                <Link to={`/admin?exam=${encodeURIComponent(exam_id)}&edit=${id}`}>{words || id}</Link>
              </li>
            ))}
            {total > questions.length && <li>{catalogueAdmin.usedMore(total - questions.length)}</li>}
          </ul>
        </>
      )}
    </div>
  )
}
