/** Keeps the focus when a row disappears from the list. */
import { useEffect, useRef } from 'react'
import type { ListedQuestion } from '#server/bank/index.ts'

/**
 * The focus must not disappear with a row. Call the returned function before the list is reloaded, with the index of the focused row or
 * with `'heading'`. If the focus is then lost, the row now at that index gets it, or the last row, or the heading if the list is empty.
 */
export function usePreservedFocus(
  questions: readonly ListedQuestion[],
  heading: React.RefObject<HTMLElement | null>,
): (row: number | 'heading') => void {
  const targetRow = useRef<number | 'heading'>(null)
  useEffect(() => {
    const row = targetRow.current
    targetRow.current = null
    if (row === null || document.activeElement !== document.body) return
    const rows = document.querySelectorAll('#main tbody tr')
    const next = row === 'heading' ? undefined : rows[Math.min(row, questions.length - 1)]
    const target = next?.querySelector<HTMLElement>('td:last-child button:last-child') ?? heading.current
    target?.focus()
  }, [questions, heading])
  return (row) => {
    targetRow.current = row
  }
}
