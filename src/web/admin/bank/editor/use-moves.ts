/** Reorders a list by drag and drop and by buttons. A button keeps the focus when its entry moves. */
import { useLayoutEffect, useRef } from 'react'
import { useDropTargets } from '#web/ui/use-drop-targets.ts'

/**
 * In the list, draggable entries have their position in `data-item`, drop targets have it in `data-drop`, and buttons have
 * `data-act`. The buttons call the returned function.
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
