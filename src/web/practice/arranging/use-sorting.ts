/** Sorts a list by dragging: the other rows make room while a row is dragged. */
import { useEffect, useEffectEvent } from 'react'
import { trackDrags } from '#web/ui/track-drags.ts'

type Row = { readonly element: HTMLElement; readonly top: number; readonly middle: number; readonly height: number }

/**
 * Rows are marked `data-row`; rows that can be dragged are also marked `data-item`. `onMove` receives positions among the rows. It is called while
 * the rows are still at the positions to which the drag moved them.
 */
export function useSorting(root: React.RefObject<HTMLElement | null>, isOn: boolean, onMove: (from: number, to: number) => void) {
  const move = useEffectEvent(onMove)
  useEffect(() => {
    const element = root.current
    if (!element || !isOn) return
    let rows: Row[] = []
    let from = 0
    let to = 0
    return trackDrags(element, {
      onStart: ({ item }) => {
        rows = [...element.querySelectorAll<HTMLElement>('[data-row]')].map(measure)
        from = rows.findIndex((row) => row.element === item)
        to = from
        item.setAttribute('data-dragged', '')
      },
      onMove: ({ item, down }) => {
        item.style.translate = `0 ${down}px`
        to = positionAt(rows, from, down)
        for (const [i, { element }] of rows.entries()) if (i !== from) element.style.translate = shiftOf(rows, i, from, to)
      },
      onEnd: ({ item }, isDropped) => {
        item.removeAttribute('data-dragged')
        if (isDropped && to !== from) move(from, to)
        for (const { element } of rows) element.style.translate = ''
      },
    })
  }, [root, isOn])
}

function measure(element: HTMLElement): Row {
  const { top, height } = element.getBoundingClientRect()
  return { element, top, middle: top + height / 2, height }
}

/** Where the dragged row belongs: after the rows whose middle its leading edge has passed. */
function positionAt(rows: readonly Row[], from: number, down: number): number {
  const dragged = rows[from]
  if (!dragged) return from
  const edge = dragged.top + down + (down > 0 ? dragged.height : 0)
  return rows.filter(({ middle }, i) => i !== from && (down > 0 && i < from ? true : down <= 0 && i > from ? false : middle < edge)).length
}

function shiftOf(rows: readonly Row[], i: number, from: number, to: number): string {
  const dragged = rows[from]
  const row = rows[i]
  if (!dragged || !row || i < Math.min(from, to) || i > Math.max(from, to)) return ''
  const [first, second] = rows
  const gap = first && second ? second.top - first.top - first.height : 0
  return `0 ${(i > from ? -1 : 1) * (dragged.height + gap)}px`
}
