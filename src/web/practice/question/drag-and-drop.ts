/** Wires pieces and the places for them to the pointer. */
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

/** `onDrop` hears the `data-piece` that was dropped, and the `data-drop` it was dropped on. Ends with what is given back. */
export function wireDrops(root: HTMLElement, onDrop: (piece: number, target: string) => void): () => void {
  const pieces = [...root.querySelectorAll<HTMLElement>('[data-piece]')]
  const targets = [...root.querySelectorAll<HTMLElement>('[data-drop]')]
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
        if (typeof target === 'string' && typeof source.data['piece'] === 'number') onDrop(source.data['piece'], target)
      },
    }),
  )
}
