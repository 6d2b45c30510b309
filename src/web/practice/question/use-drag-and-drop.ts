/**
 * Pointer dragging of items: elements marked `data-item` are dragged onto elements marked `data-drop`. The library loads on
 * demand; until it has loaded, or if it cannot load, buttons and keys do the same.
 */
import { useEffect, useEffectEvent, useState } from 'react'
import type { wireDrops } from '#web/practice/question/drag-and-drop.ts'

/** The `data-drop` of the pool. A slot has its position, from 0. */
export const poolTarget = 'pool'

/** Calls `onDrop` when an item is dropped on a slot, given by its position from 0, or on the pool. */
export function useDragAndDrop(
  root: React.RefObject<HTMLElement | null>,
  isLocked: boolean,
  onDrop: (item: number, target: number | typeof poolTarget) => void,
) {
  const [wire, setWire] = useState<typeof wireDrops>()
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    import('#web/practice/question/drag-and-drop.ts').then(
      ({ wireDrops }) => setWire(() => wireDrops),
      () => undefined,
    )
  }, [])
  useEffect(() => {
    if (!wire || !root.current || isLocked) return
    return wire(root.current, (item, target) => drop(item, target === poolTarget ? poolTarget : Number(target)))
    // Items move between lists when React renders, so every render wires them again.
  })
}
