/** Which question is open in the editor. The address alone knows: `/admin?edit=<id>`, or `/admin?add` for a new one. */
import { useEffect } from 'react'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { listPart } from '#web/admin/bank/bank-address.ts'

/** Stands for the id of a question that is not there yet. */
export const newQuestion = ''

/** `heading` takes the focus where there is nothing that it could go back to. */
export function useEditor(heading: React.RefObject<HTMLElement | null>): {
  /** Id of a question; `null` when the editor is closed. */
  opened: string | null
  open: (id: string) => void
  close: () => void
} {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const opened = parameters.get('edit') ?? (parameters.has('add') ? newQuestion : null)
  const isOpen = opened !== null

  useEffect(() => {
    if (!isOpen) return undefined
    const target = heading.current
    return () => {
      // One that the address named has no button to go back to, and a row may have gone.
      if (document.activeElement === document.body) target?.focus()
    }
  }, [isOpen, heading])

  const close = async () => {
    await navigate({ search: String(listPart(parameters)) }, { replace: true, preventScrollReset: true })
    // The question may have changed, or be gone; a list on its way has been given up for the new address.
    await revalidate()
  }
  return {
    opened,
    open: (id) => {
      const next = listPart(parameters)
      next.set(id === newQuestion ? 'add' : 'edit', id)
      void navigate({ search: String(next) }, { preventScrollReset: true })
    },
    close: () => void close(),
  }
}
