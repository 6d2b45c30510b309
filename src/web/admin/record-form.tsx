/** The form around the fields of a record: messages, the save button, and the dialogs for conflicts and for leaving. */
import { useEffect, useRef } from 'react'
import { ConflictDialog } from '#web/admin/conflict-dialog.tsx'
import type { FieldDifference } from '#web/admin/differences.tsx'
import { LeaveWarning } from '#web/admin/leave-warning.tsx'
import type { RecordEditor } from '#web/admin/use-record-editor.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Versioned = { id: string; version: number }

type Props<Stored extends Versioned, Draft> = {
  editor: RecordEditor<Stored, Draft>
  fieldLabel: (field: string) => string
  listDifferences: (stored: Stored, draft: Draft) => FieldDifference[]
  className?: string
  children: React.ReactNode
}

export function RecordForm<Stored extends Versioned, Draft>({
  editor,
  fieldLabel,
  listDifferences,
  className,
  children,
}: Props<Stored, Draft>) {
  const { draft, save, isSaving, isLocked, isUnsaved, message, refusal, warnings, conflict } = editor
  const form = useRef<HTMLFormElement>(null)

  // Moves to the first field with an error.
  useEffect(() => {
    if (refusal?.problem?.refusals) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])

  return (
    <>
      <form
        ref={form}
        inert={isLocked}
        className={className ? `flow ${className}` : 'flow'}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {message && <Notice verdict="wrong">{message}</Notice>}
        {warnings && (
          <Notice verdict="right">
            {warnings.length === 0
              ? catalogueAdmin.saved
              : [catalogueAdmin.savedWith, ...warnings.map(({ field, reason }) => catalogueAdmin.reason(fieldLabel(field), reason))].join(
                  ' ',
                )}
          </Notice>
        )}
        {children}
        <p>
          <BusyButton kind="primary" type="submit" label={catalogueAdmin.save} busy={catalogueAdmin.saving} isBusy={isSaving} />
        </p>
      </form>
      <LeaveWarning isUnsaved={isUnsaved} />
      {conflict && (
        <ConflictDialog
          differences={listDifferences(conflict.current, draft)}
          onClose={conflict.close}
          onTake={conflict.take}
          onKeep={conflict.keep}
        />
      )}
    </>
  )
}
