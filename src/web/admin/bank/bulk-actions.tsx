/** Publishes, withdraws, moves, and deletes the selected questions. */
import { useState } from 'react'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import type { CertificationChoice } from '#web/admin/bank/bank-address.ts'
import { callApi } from '#web/admin/call-api.ts'
import { certificationLabel } from '#web/admin/bank/question-filters.tsx'
import { bank } from '#web/text/en/admin/bank.ts'
import { ConfirmDialog } from '#web/admin/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

type BulkChange = { type: 'publish' | 'withdraw' | 'delete' } | { type: 'move'; exam_id: string; skill_area?: string }

type Props = {
  pageSize: number
  selected: readonly string[]
  certifications: readonly CertificationChoice[]
  examId: string
  onSelectPage: (isSelected: boolean) => void
  /** Called after a change, with a message about it. The list is then outdated. */
  onChanged: (words: string) => void
  /** Called when another user has deleted some of the questions. */
  onMissing: (ids: readonly string[]) => void
}

export function BulkActions({ pageSize, selected, certifications, examId, onSelectPage, onChanged, onMissing }: Props) {
  const [busy, setBusy] = useState<BulkChange['type'] | null>(null)
  const [problem, setProblem] = useState<string>()
  const [openDialog, setOpenDialog] = useState<'move' | 'delete' | null>(null)
  const count = selected.length

  const apply = async (wanted: BulkChange) => {
    setProblem(undefined)
    setBusy(wanted.type)
    const result = await callApi<{ changed: string[] }>('/api/questions/changes', 'POST', { ids: selected, change: wanted })
    setBusy(null)
    if (result.ok) {
      setOpenDialog(null)
      onChanged(bank.changed[wanted.type](result.value.changed.length))
    } else {
      const gone = result.code === 'UNKNOWN_QUESTION' ? (result.problem?.unknown ?? []) : []
      setProblem(gone.length > 0 ? bank.alreadyDeleted(gone.length) : result.message)
      if (gone.length > 0) onMissing(gone)
      if (gone.length === count) setOpenDialog(null)
    }
  }
  const ask = (what: 'move' | 'delete') => {
    setProblem(undefined)
    setOpenDialog(what)
  }
  const shared = { count, busy, problem, onApply: (wanted: BulkChange) => void apply(wanted), onClose: () => setOpenDialog(null) }

  return (
    <>
      <div className="bank-bulk" data-selected={count > 0 || undefined} role="group" aria-label={bank.bulk}>
        <label className="check">
          <input
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && count < pageSize
            }}
            type="checkbox"
            checked={count > 0 && count === pageSize}
            onChange={({ target }) => onSelectPage(target.checked)}
          />
          {bank.selectPage}
        </label>
        <p className="small" role="status">
          {count > 0 && bank.selected(count)}
        </p>
        {count > 0 && (
          <div className="row push">
            <BusyButton
              label={bank.publish}
              busy={bank.publishing}
              isBusy={busy === 'publish'}
              isDisabled={busy !== null}
              onPress={() => void apply({ type: 'publish' })}
            />
            <BusyButton
              label={bank.withdraw}
              busy={bank.withdrawing}
              isBusy={busy === 'withdraw'}
              isDisabled={busy !== null}
              onPress={() => void apply({ type: 'withdraw' })}
            />
            <button className="button" type="button" aria-haspopup="dialog" disabled={busy !== null} onClick={() => ask('move')}>
              {bank.move}
            </button>
            <button
              className="button"
              data-kind="danger"
              type="button"
              aria-haspopup="dialog"
              disabled={busy !== null}
              onClick={() => ask('delete')}
            >
              {bank.deleteMany}
            </button>
          </div>
        )}
      </div>
      {problem && openDialog === null && <Notice verdict="wrong">{problem}</Notice>}
      {openDialog === 'move' && <MoveDialog {...shared} certifications={certifications} examId={examId} />}
      {openDialog === 'delete' && (
        <ConfirmDialog
          title={bank.deleteManyTitle(count)}
          confirmLabel={bank.deleteNow(count)}
          isDeleting={busy !== null}
          problem={problem}
          onConfirm={() => shared.onApply({ type: 'delete' })}
          onClose={shared.onClose}
        >
          <p>{bank.deleteManySure(count)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

type DialogProps = {
  count: number
  busy: BulkChange['type'] | null
  problem: string | undefined
  onApply: (change: BulkChange) => void
  onClose: () => void
}

type MoveProps = DialogProps & { certifications: readonly CertificationChoice[]; examId: string }

function MoveDialog({ count, busy, problem, certifications, examId, onApply, onClose }: MoveProps) {
  const [exam, setExam] = useState(examId)
  const [area, setArea] = useState('')
  const areas = certifications.find((each) => each.id === exam)?.skillAreas ?? []
  return (
    <Dialog
      title={bank.moveTitle(count)}
      isOpen
      isBusy={busy !== null}
      onClose={onClose}
      foot={
        <>
          <button className="button" type="button" disabled={busy !== null} onClick={onClose}>
            {bank.cancel}
          </button>
          <BusyButton
            label={bank.moveNow}
            busy={bank.moving}
            isBusy={busy === 'move'}
            // Nothing would change.
            isDisabled={exam === examId && area === ''}
            kind="primary"
            onPress={() => onApply({ type: 'move', exam_id: exam, ...(area !== '' && { skill_area: area }) })}
          />
        </>
      }
    >
      <div className="body flow">
        {problem && <Notice verdict="wrong">{problem}</Notice>}
        <SelectField
          label={bank.moveTo}
          value={exam}
          choices={certifications.map((certification) => [certification.id, certificationLabel(certification)])}
          onChoose={(exam) => {
            setExam(exam)
            setArea('')
          }}
        />
        <SelectField
          label={bank.moveToArea}
          value={area}
          choices={[['', bank.keepArea], ...areas.map(({ name }) => name)]}
          onChoose={setArea}
        />
      </div>
    </Dialog>
  )
}
