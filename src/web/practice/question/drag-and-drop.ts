/** Wires items and their drop targets to the pointer. */
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

/** `onDrop` receives the `data-item` of the dropped item and the `data-drop` of its target. Returns the cleanup function. */
export function wireDrops(root: HTMLElement, onDrop: (item: number, target: string) => void): () => void {
  const items = [...root.querySelectorAll<HTMLElement>('[data-item]')]
  const targets = [...root.querySelectorAll<HTMLElement>('[data-drop]')]
  return combine(
    ...items.map((element) =>
      draggable({
        element,
        getInitialData: () => ({ item: Number(element.dataset['item']) }),
        onDragStart: () => element.setAttribute('data-dragged', ''),
        onDrop: () => element.removeAttribute('data-dragged'),
      }),
    ),
    ...targets.map((element) =>
      dropTargetForElements({
        element,
        getData: () => ({ target: element.dataset['drop'] }),
        onDragEnter: () => element.setAttribute('data-over', ''),
        onDragLeave: () => element.removeAttribute('data-over'),
        onDrop: () => element.removeAttribute('data-over'),
      }),
    ),
    monitorForElements({
      onDrop: ({ source, location }) => {
        const target = location.current.dropTargets[0]?.data['target']
        if (typeof target === 'string' && typeof source.data['item'] === 'number') onDrop(source.data['item'], target)
      },
    }),
  )
}
