/** Reorders a list by drag and drop and by buttons. A button keeps the focus when its entry moves. */
import { useLayoutEffect, useRef } from 'react'
import { useDropTargets } from '#web/ui/use-drop-targets.ts'

/**
 * The list marks draggable entries with `data-item` and drop targets with `data-drop`, both with the position, and its
 * buttons with `data-act`. The buttons call the returned function.
 */
export function useMoves(root: React.RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const moved = useRef<{ act: string; to: number }>(null)
  useDropTargets(root, true, (from, to) => onMove(from, Number(to)))
  useLayoutEffect(() => {
    if (!moved.current) return
    const { act, to } = moved.current
    moved.current = null
    root.current?.querySelector<HTMLElement>(`[data-drop="${to}"] [data-act="${act}"]`)?.focus()
  })
  return (from: number, to: number) => {
    const act = document.activeElement?.getAttribute('data-act')
    if (act) moved.current = { act, to }
    onMove(from, to)
  }
}
