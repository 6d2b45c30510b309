/** Dragging onto targets: elements marked `data-item` are dropped on elements marked `data-drop`. */
import { useEffect, useEffectEvent } from 'react'
import { trackDrags } from '#web/ui/track-drags.ts'

/** Calls `onDrop` with the `data-item` of the dragged element, a number, and the `data-drop` of the target. */
export function useDropTargets(root: React.RefObject<HTMLElement | null>, isOn: boolean, onDrop: (item: number, target: string) => void) {
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const element = root.current
    if (!element || !isOn) return
    let over: HTMLElement | null = null
    const moveOver = (target: HTMLElement | null) => {
      over?.removeAttribute('data-over')
      target?.setAttribute('data-over', '')
      over = target
    }
    return trackDrags(element, {
      onStart: ({ item }) => item.setAttribute('data-dragged', ''),
      onMove: ({ item, x, y, right, down }) => {
        item.style.translate = `${right}px ${down}px`
        // The dragged element has `pointer-events: none`, so this finds the element below it.
        const target = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]') ?? null
        moveOver(element.contains(target) ? target : null)
      },
      onEnd: ({ item }, isDropped) => {
        const target = over?.dataset['drop']
        moveOver(null)
        item.removeAttribute('data-dragged')
        item.style.translate = ''
        if (isDropped && target !== undefined) drop(Number(item.dataset['item']), target)
      },
    })
  }, [root, isOn])
}
