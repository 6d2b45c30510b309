/** A figure of a question, enlarged: 100 to 400 percent of the width of the dialog, chosen with buttons, keys, or two fingers. */
import { useLayoutEffect, useRef, useState } from 'react'
import { figureTexts } from '#text/figure.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { usePinch } from '#web/ui/use-pinch.ts'
import { percentMax, percentMin, stepDown, stepUp } from '#web/ui/zoom-steps.ts'

/** `alt`: the full text alternative. `caption`: may be empty. */
export type EnlargedFigure = { src: string; alt: string; caption: string }

/** Pixels by which an arrow key moves the figure. */
const arrowStep = 60
const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-arrowStep, 0],
  ArrowRight: [arrowStep, 0],
  ArrowUp: [0, -arrowStep],
  ArrowDown: [0, arrowStep],
}

export function FigureDialog({ figure, onClose }: { figure: EnlargedFigure; onClose: () => void }) {
  const stage = useRef<HTMLDivElement>(null)
  const [percent, setPercent] = useState(percentMin)
  useKeptCenter(stage, percent)
  usePinch(stage, percent, setPercent)

  const onKey = (event: React.KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = arrows[event.key]
    if (arrow) stage.current?.scrollBy(...arrow)
    else if (event.key === '+' || event.key === '=') setPercent(stepUp(percent))
    else if (event.key === '-' || event.key === '−') setPercent(stepDown(percent))
    else if (event.key === '0') setPercent(percentMin)
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      title={figure.caption || figureTexts.figure}
      kind="wide"
      isOpen
      onClose={onClose}
      onKeyDown={onKey}
      tools={
        <>
          <Tool icon="minus" label={figureTexts.smaller} isOff={percent === percentMin} onUse={() => setPercent(stepDown(percent))} />
          <span className="small" role="status">
            {figureTexts.percent(percent)}
          </span>
          <Tool icon="plus" label={figureTexts.larger} isOff={percent === percentMax} onUse={() => setPercent(stepUp(percent))} />
        </>
      }
      foot={
        <>
          <details className="words">
            <summary>{figureTexts.inWords}</summary>
            <p>{figure.alt || figureTexts.noWords}</p>
          </details>
          <button className="button" data-kind="primary" type="button" onClick={onClose}>
            {figureTexts.back}
          </button>
        </>
      }
    >
      <div
        ref={stage}
        className="body figure-stage book"
        role="region"
        aria-label={figureTexts.stage(percent)}
        tabIndex={0}
        data-first-focus
      >
        <img src={figure.src} alt={figure.alt} width={`${percent}%`} />
      </div>
    </Dialog>
  )
}

/** A disabled button would lose the focus, so it stays enabled and does nothing. */
function Tool({ icon, label, isOff, onUse }: { icon: IconName; label: string; isOff: boolean; onUse: () => void }) {
  return (
    <button className="button" data-kind="quiet" data-size="icon" type="button" aria-label={label} aria-disabled={isOff} onClick={onUse}>
      <Icon name={icon} />
    </button>
  )
}

/** Keeps the center of the view in place when the size changes. */
function useKeptCenter(stage: React.RefObject<HTMLElement | null>, percent: number): void {
  const before = useRef(percent)
  useLayoutEffect(() => {
    const element = stage.current
    const ratio = percent / before.current
    before.current = percent
    if (!element || ratio === 1) return
    const [x, y] = [element.clientWidth / 2, element.clientHeight / 2]
    element.scrollTo((element.scrollLeft + x) * ratio - x, (element.scrollTop + y) * ratio - y)
  }, [stage, percent])
}
