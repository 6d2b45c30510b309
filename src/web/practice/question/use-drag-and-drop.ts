/**
 * Dragging of pieces by pointer: elements marked `data-piece` are dragged onto those marked `data-drop`. What does it comes
 * when there is something to drag; buttons and keys do the same meanwhile, or where it cannot come.
 */
import { useEffect, useRef, useState } from 'react'
import type { wireDrops } from '#web/practice/question/drag-and-drop.ts'

/** The `data-drop` of the pool; a place has its position, from 0. */
export const poolTarget = 'pool'

/** Drags of pieces over places and pool; `target` is a place from 0, or the pool. */
export function useDragAndDrop(
  root: React.RefObject<HTMLElement | null>,
  isLocked: boolean,
  onDrop: (piece: number, target: number | typeof poolTarget) => void,
) {
  const [wire, setWire] = useState<typeof wireDrops>()
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => {
    import('#web/practice/question/drag-and-drop.ts').then(
      ({ wireDrops }) => setWire(() => wireDrops),
      () => undefined,
    )
  }, [])
  useEffect(() => {
    if (!wire || !root.current || isLocked) return
    return wire(root.current, (piece, target) => latest.current(piece, target === poolTarget ? poolTarget : Number(target)))
    // Pieces move between lists as React draws them anew, so each drawing is wired again.
  })
}
