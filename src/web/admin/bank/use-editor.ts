/**
 * The question that is open in the editor. The state is in the address: `/admin?edit=<id>`, or `/admin?add` for a new question;
 * `&objective=<id>` sets its objective. With `&challenge=<id>`, closing the editor returns to that challenge. `&history` opens the history, too.
 */
import { useEffect } from 'react'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { listPart, readReturnAddress } from '#web/admin/bank/bank-address.ts'

/** Used in place of the id of a new question. */
export const newQuestion = ''

/** `heading` gets the focus if no element has it after the editor is closed. */
export function useEditor(heading: React.RefObject<HTMLElement | null>) {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  /** Id of a question; `null` when the editor is closed. */
  const opened = parameters.get('edit') ?? (parameters.has('add') ? newQuestion : null)
  const isOpen = opened !== null

  useEffect(() => {
    if (!isOpen) return undefined
    const target = heading.current
    return () => {
      // A question opened by its address has no button to return the focus to, and its row may be gone.
      if (document.activeElement === document.body) target?.focus()
    }
  }, [isOpen, heading])

  const close = async () => {
    const back = readReturnAddress(parameters)
    if (back !== undefined) return navigate(back, { state: { mayLeave: true } })
    await navigate({ search: String(listPart(parameters)) }, { replace: true, preventScrollReset: true })
    // The question may have changed or been deleted, and the navigation canceled a pending load of the list.
    await revalidate()
  }
  return {
    opened,
    /** The objective of a new question. */
    objectiveId: parameters.get('objective'),
    startsWithHistory: parameters.has('history'),
    open: (id: string) => {
      const next = listPart(parameters)
      next.set(id === newQuestion ? 'add' : 'edit', id)
      void navigate({ search: String(next) }, { preventScrollReset: true })
    },
    close: () => void close(),
  }
}
