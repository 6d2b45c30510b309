/**
 * Dragging with a mouse, a pen, or a finger, by pointer events. A drag starts after 6 px. A finger drags only by an element marked
 * `data-handle`, so that a swipe over an item still scrolls; the styles of a handle need `touch-action: none`. Escape cancels.
 */

/** `x`, `y`: the pointer in the viewport. `right`, `down`: how far it is from where the drag started, including scrolling. All in px. */
export type Drag = {
  readonly item: HTMLElement
  readonly x: number
  readonly y: number
  readonly right: number
  readonly down: number
}

type DragHandlers = { onStart: (drag: Drag) => void; onMove: (drag: Drag) => void; onEnd: (drag: Drag, isDropped: boolean) => void }

const slopPx = 6
/** Dragging within this distance of the top or the bottom of the window scrolls. */
const edgePx = 80
const scrollPxPerFrame = 10

/** Tracks drags of elements marked `data-item` inside `root`; the handlers move the elements. Returns the cleanup function. */
export function trackDrags(root: HTMLElement, { onStart, onMove, onEnd }: DragHandlers): () => void {
  type Press = { id: number; item: HTMLElement; startX: number; startY: number; x: number; y: number; isDragging: boolean }
  let press: Press | undefined
  let frame = 0

  const dragOf = ({ item, x, y, startX, startY }: Press): Drag => ({
    item,
    x,
    y,
    right: x + window.scrollX - startX,
    down: y + window.scrollY - startY,
  })

  const onDown = (event: PointerEvent) => {
    const item = press || event.button !== 0 ? undefined : findItem(root, event)
    if (!item) return
    const { pointerId: id, clientX: x, clientY: y } = event
    press = { id, item, startX: x + window.scrollX, startY: y + window.scrollY, x, y, isDragging: false }
    for (const [name, listener] of listeners) window.addEventListener(name, listener, { capture: true })
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!press || event.pointerId !== press.id) return
    press.x = event.clientX
    press.y = event.clientY
    const drag = dragOf(press)
    if (!press.isDragging) {
      if (Math.hypot(drag.right, drag.down) < slopPx) return
      press.isDragging = true
      window.getSelection()?.removeAllRanges()
      onStart(drag)
      frame = requestAnimationFrame(scrollAtEdge)
    }
    onMove(drag)
  }
  const scrollAtEdge = () => {
    if (!press) return
    const before = window.scrollY
    if (press.y < edgePx) window.scrollBy({ top: -scrollPxPerFrame, behavior: 'instant' })
    if (press.y > window.innerHeight - edgePx) window.scrollBy({ top: scrollPxPerFrame, behavior: 'instant' })
    if (window.scrollY !== before) onMove(dragOf(press))
    frame = requestAnimationFrame(scrollAtEdge)
  }
  const end = (isDropped: boolean) => {
    const ended = press
    press = undefined
    cancelAnimationFrame(frame)
    for (const [name, listener] of listeners) window.removeEventListener(name, listener, { capture: true })
    if (!ended?.isDragging) return
    ignoreNextClick()
    onEnd(dragOf(ended), isDropped)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !press?.isDragging) return
    event.preventDefault()
    event.stopPropagation()
    end(false)
  }
  const onUp = (event: PointerEvent) => event.pointerId === press?.id && end(true)
  const onCancel = (event: PointerEvent) => event.pointerId === press?.id && end(false)
  // The browser's own dragging of images and links would cancel the pointer.
  const onNativeDrag = (event: Event) => event.preventDefault()
  const listeners = [
    ['pointermove', onPointerMove],
    ['pointerup', onUp],
    ['pointercancel', onCancel],
    ['keydown', onKey],
    ['dragstart', onNativeDrag],
  ] as [string, EventListener][]

  root.addEventListener('pointerdown', onDown)
  return () => {
    root.removeEventListener('pointerdown', onDown)
    end(false)
  }
}

/** The item under the pointer, unless a control inside it was pressed, or a finger missed the handle. */
function findItem(root: HTMLElement, { target, pointerType }: PointerEvent): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined
  const item = target.closest<HTMLElement>('[data-item]')
  if (!item || !root.contains(item)) return undefined
  if (target.closest('[data-handle]')) return item
  const control = target.closest('button, a, input, select, textarea')
  return pointerType === 'touch' || (control && control !== item && item.contains(control)) ? undefined : item
}

/** Ignores the click that follows a drag. */
function ignoreNextClick(): void {
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', ignore, { capture: true })
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }))
}
