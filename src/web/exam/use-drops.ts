/** Dragging of pieces by pointer: elements marked `data-piece` are dragged onto those marked `data-drop`. */
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef } from 'react'

/** The `data-drop` of the pool; a place has its position, from 0. */
export const poolTarget = 'pool'

/** Drags of pieces over places and pool; `target` is a place from 0, or the pool. */
export function useDrops(
  root: React.RefObject<HTMLElement | null>,
  isLocked: boolean,
  onDrop: (piece: number, target: number | typeof poolTarget) => void,
) {
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => {
    const element = root.current
    if (!element || isLocked) return
    const pieces = [...element.querySelectorAll<HTMLElement>('[data-piece]')]
    const targets = [...element.querySelectorAll<HTMLElement>('[data-drop]')]
    return combine(
      ...pieces.map((one) =>
        draggable({
          element: one,
          getInitialData: () => ({ piece: Number(one.dataset['piece']) }),
          onDragStart: () => one.setAttribute('data-dragged', ''),
          onDrop: () => one.removeAttribute('data-dragged'),
        }),
      ),
      ...targets.map((one) =>
        dropTargetForElements({
          element: one,
          getData: () => ({ target: one.dataset['drop'] }),
          onDragEnter: () => one.setAttribute('data-over', ''),
          onDragLeave: () => one.removeAttribute('data-over'),
          onDrop: () => one.removeAttribute('data-over'),
        }),
      ),
      monitorForElements({
        onDrop: ({ source, location }) => {
          const target = location.current.dropTargets[0]?.data['target']
          if (typeof target !== 'string' || typeof source.data['piece'] !== 'number') return
          latest.current(source.data['piece'], target === poolTarget ? poolTarget : Number(target))
        },
      }),
    )
    // Pieces move between lists as React draws them anew, so each drawing is wired again.
  })
}
