/**
 * The steps of a reorder question in one list: the places, then the steps that are not needed. A step moves by its buttons, by
 * Alt with an arrow key, or by dragging. The focus stays with it.
 */
import { useLayoutEffect, useRef } from 'react'
import { formatArrangement, type Arrangement } from '#exam/arrangement.ts'
import { plainText } from '#exam/plain-text.ts'
import { isBlank } from '#exam/question.ts'
import { addStep, moveStep, parseStepOrder, startingOrder } from '#exam/step-order.ts'
import type { ArrangingProps } from '#web/practice/arranging/arranging.tsx'
import { ResetButton } from '#web/practice/arranging/reset-button.tsx'
import { useGlide } from '#web/practice/arranging/use-glide.ts'
import { useSorting } from '#web/practice/arranging/use-sorting.ts'
import { arranging } from '#text/arranging.ts'
import { exam } from '#text/practice.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

type Props = Omit<ArrangingProps, 'isRevealed'>

export function OrderSteps({ question, answer, seed = '', isLocked, onAnswer, onAnnounce }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const glide = useGlide(root)
  const keepFocus = useFocusOnStep(root)
  const order = parseStepOrder(question, answer, question.startingOrder ?? startingOrder(question, seed))
  const { places, unused } = order
  const count = places.length
  const nameOf = (step: number) => plainText(question.options[step] ?? '')

  const change = (step: number, next: Arrangement) => {
    glide()
    keepFocus(step)
    onAnswer(formatArrangement(question, next))
    const place = next.indexOf(step)
    onAnnounce(place === -1 ? arranging.removed(nameOf(step)) : arranging.movedTo(nameOf(step), place + 1, count))
  }
  const move = (from: number, to: number) => {
    const step = [...places, ...unused][from]
    const isPossible = to >= 0 && to < count + unused.length
    if (!isLocked && isPossible && typeof step === 'number') change(step, moveStep(order, from, to))
  }
  useSorting(root, !isLocked, move)

  const onKey = (event: React.KeyboardEvent, position: number) => {
    if (event.ctrlKey || event.metaKey || !event.key.startsWith('Arrow')) return
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (event.altKey && by !== 0) {
      event.preventDefault()
      move(position, position + by)
    } else if (!event.altKey && event.target === event.currentTarget) {
      // The left and right arrows would change the question.
      event.preventDefault()
      const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
      rows[rows.indexOf(event.currentTarget as HTMLElement) + by]?.focus()
    }
  }
  const rowOf = (step: number, position: number) => ({
    'data-row': '',
    'data-item': step,
    tabIndex: isLocked ? undefined : 0,
    'aria-keyshortcuts': isLocked ? undefined : 'Alt+ArrowUp Alt+ArrowDown',
    onKeyDown: (event: React.KeyboardEvent) => onKey(event, position),
  })
  const isStarting = isBlank(answer)
  return (
    <div ref={root} className="arrange">
      <div className="head">
        <h3>{isLocked ? exam.locked : isStarting ? arranging.startingOrder : arranging.yourOrder(count)}</h3>
        {!isLocked && (
          <ResetButton
            answer={answer}
            resetText={arranging.orderReset}
            onAnswer={(next, announcement) => {
              glide()
              onAnswer(next)
              onAnnounce(announcement)
            }}
          />
        )}
      </div>
      <ol className="order" role="list" aria-label={arranging.yourOrder(count)} data-locked={isLocked || undefined}>
        {places.map((step, place) =>
          step === null ? (
            <li key={`gap ${place}`} data-row="" data-empty="">
              <b>{place + 1}</b>
              <span>{arranging.gap}</span>
            </li>
          ) : (
            <li key={step} {...rowOf(step, place)}>
              <b>{place + 1}</b>
              <RichText as="span" html={question.options[step] ?? ''} />
              {!isLocked && (
                <span className="tools">
                  <Tool icon="up" label={arranging.moveUp(nameOf(step))} isOff={place === 0} onPress={() => move(place, place - 1)} />
                  <Tool
                    icon="down"
                    label={arranging.moveDown(nameOf(step))}
                    isOff={place === count + unused.length - 1}
                    onPress={() => move(place, place + 1)}
                  />
                  <span className="handle" data-handle="">
                    <Icon name="grip" />
                  </span>
                </span>
              )}
            </li>
          ),
        )}
      </ol>
      {unused.length > 0 && (
        <>
          <h3>{arranging.notNeeded}</h3>
          <ul className="order" role="list" aria-label={arranging.notNeeded} data-locked={isLocked || undefined}>
            {unused.map((step, i) => (
              <li key={step} {...rowOf(step, count + i)} data-unused="">
                <b aria-hidden="true">–</b>
                <RichText as="span" html={question.options[step] ?? ''} />
                {!isLocked && (
                  <span className="tools">
                    <Tool icon="plus" label={arranging.add(nameOf(step))} onPress={() => change(step, addStep(order, step))} />
                    <span className="handle" data-handle="">
                      <Icon name="grip" />
                    </span>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {!isLocked && (
        <p className="small">
          {arranging.orderHint}{' '}
          {arranging.orderKeys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          .
        </p>
      )}
    </div>
  )
}

/** Ignores the second click of a double click, which would hit the step that moved under the pointer. */
function Tool({ icon, label, isOff = false, onPress }: { icon: IconName; label: string; isOff?: boolean; onPress: () => void }) {
  return (
    <button
      className="button"
      data-kind="quiet"
      data-size="icon"
      type="button"
      aria-label={label}
      data-tool={icon}
      disabled={isOff}
      onClick={(event) => event.detail < 2 && onPress()}
    >
      <Icon name={icon} />
    </button>
  )
}

/** Returns a function to call before a step moves. It keeps the focus on the same control of the step or, if that is disabled, on the step. */
function useFocusOnStep(root: React.RefObject<HTMLElement | null>): (step: number) => void {
  const moved = useRef<{ step: number; tool: string | null } | null>(null)
  useLayoutEffect(() => {
    if (!moved.current || !root.current) return
    const { step, tool } = moved.current
    moved.current = null
    const row = root.current.querySelector<HTMLElement>(`[data-item="${step}"]`)
    const button = tool && row?.querySelector<HTMLElement>(`[data-tool="${tool}"]:not(:disabled)`)
    ;(button || row)?.focus()
  })
  return (step) => {
    const active = document.activeElement
    if (root.current?.contains(active)) moved.current = { step, tool: active?.getAttribute('data-tool') ?? null }
  }
}
