/** Changes the size of a figure with two fingers, or with Ctrl and the wheel. One finger still scrolls it. */
import { useEffect, useEffectEvent } from 'react'
import { pinched } from '#web/ui/zoom-steps.ts'

export function usePinch(stage: React.RefObject<HTMLElement | null>, percent: number, onChange: (percent: number) => void): void {
  const currentPercent = useEffectEvent(() => percent)
  const change = useEffectEvent(onChange)

  useEffect(() => {
    const element = stage.current
    if (!element) return
    let start = { distance: 0, percent: 0 }

    const onStart = ({ touches }: TouchEvent) => {
      if (touches.length === 2) start = { distance: distanceOf(touches), percent: currentPercent() }
    }
    const onMove = (event: TouchEvent) => {
      if (event.touches.length !== 2) return
      event.preventDefault()
      change(pinched(start.percent, distanceOf(event.touches) / start.distance))
    }
    // A touchpad reports a pinch as the wheel with Ctrl.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      change(pinched(currentPercent(), Math.exp(-event.deltaY / 100)))
    }
    element.addEventListener('touchstart', onStart)
    // Both prevent the browser from zooming the page, which a passive listener could not do.
    element.addEventListener('touchmove', onMove, { passive: false })
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      element.removeEventListener('touchstart', onStart)
      element.removeEventListener('touchmove', onMove)
      element.removeEventListener('wheel', onWheel)
    }
  }, [stage])
}

function distanceOf([first, second]: TouchList): number {
  return first && second ? Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY) : 1
}
