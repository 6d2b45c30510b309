/**
 * Reorder and drag-and-drop: items move from a pool into slots. There are three ways: drag; choose an item, then a slot;
 * the buttons on the item. Every change is announced, and the focus stays on the item that moved.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  correctSlotOf,
  listItems,
  placeInNextSlot,
  placeItem,
  listPoolItems,
  formatArrangement,
  parseArrangement,
  resetSlots,
  returnItem,
  type Arrangement,
} from '#exam/arrangement.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, type AnswerInput, type Question } from '#exam/question.ts'
import { poolTarget, useDragAndDrop } from '#web/practice/question/use-drag-and-drop.ts'
import { useTexts } from '#web/text/texts.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

type Props = {
  question: Question & { type: 'reorder' | 'drag_drop' }
  answer: AnswerInput
  isLocked: boolean
  isRevealed: boolean
  onAnswer: (answer: AnswerInput) => void
  onAnnounce: (text: string) => void
}

export function Arrange({ question, answer, isLocked, isRevealed, onAnswer, onAnnounce }: Props) {
  const { exam } = useTexts()
  const root = useRef<HTMLDivElement>(null)
  const [picked, setPicked] = useState<number | null>(null)
  const focusItem = useFocusOnMovedItem(root)
  const items = listItems(question)
  const slots = parseArrangement(question, answer)
  const pool = listPoolItems(question, slots)
  const nameOf = (item: number) => plainText(items[item] ?? '')

  const change = (next: Arrangement, announcement: string) => {
    setPicked(null)
    onAnswer(formatArrangement(question, next))
    onAnnounce(announcement)
  }
  const moveTo = (item: number, slot: number, next = placeItem(slots, item, slot)) => {
    if (next === slots) return setPicked(null)
    change(next, exam.placedAt(nameOf(item), slot + 1, slots.length))
    focusItem(item)
  }
  const returnToPool = (item: number) => {
    change(returnItem(slots, slots.indexOf(item)), exam.returned(nameOf(item)))
    focusItem(item)
  }
  const pick = (item: number) => {
    setPicked(item === picked ? null : item)
    if (item !== picked) onAnnounce(exam.chosen(nameOf(item)))
  }

  useEffect(() => {
    if (picked === null) return
    const cancel = (event: KeyboardEvent) => event.key === 'Escape' && setPicked(null)
    document.addEventListener('keydown', cancel)
    return () => document.removeEventListener('keydown', cancel)
  }, [picked])

  useDragAndDrop(root, isLocked, (item, target) => {
    if (target !== poolTarget) moveTo(item, target)
    else if (slots.includes(item)) returnToPool(item)
  })

  const itemIn = (slot: number | null, index: number) => (
    <Item
      key={index}
      index={index}
      html={items[index] ?? ''}
      isPicked={picked === index}
      isLocked={isLocked}
      verdict={isRevealed && slot !== null ? verdictOf(question, index, slot) : undefined}
      label={
        slot !== null && picked !== null && picked !== index
          ? `${exam.placeHere(letterOf(picked))}, ${exam.returnItem(nameOf(index))}`
          : undefined
      }
      onPick={() => (slot !== null && picked !== null && picked !== index ? moveTo(picked, slot) : pick(index))}
    >
      {slot === null ? (
        question.type === 'reorder' && (
          <Action
            icon="right"
            label={exam.placeItem(nameOf(index))}
            onAct={() => moveTo(index, slots.indexOf(null), placeInNextSlot(slots, index))}
            isDisabled={!slots.includes(null)}
          />
        )
      ) : (
        <>
          {question.type === 'reorder' && (
            <>
              <Action icon="up" label={exam.moveUp(nameOf(index))} onAct={() => moveTo(index, slot - 1)} isDisabled={slot === 0} />
              <Action
                icon="down"
                label={exam.moveDown(nameOf(index))}
                onAct={() => moveTo(index, slot + 1)}
                isDisabled={slot === slots.length - 1}
              />
            </>
          )}
          <Action icon="cross" label={exam.returnItem(nameOf(index))} onAct={() => returnToPool(index)} />
        </>
      )}
    </Item>
  )

  const reset = (
    <button
      className="button"
      data-kind="quiet"
      type="button"
      disabled={isLocked || pool.length === items.length}
      onClick={() => {
        change(resetSlots(slots), exam.allReturned)
        focusItem(0)
      }}
    >
      <Icon name="undo" /> {exam.reset}
    </button>
  )

  return (
    <div ref={root} className="arrange" data-kind={question.type === 'reorder' ? 'reorder' : 'match'}>
      <section aria-labelledby="pool" data-drop={poolTarget}>
        <header>
          <h3 id="pool">{exam.pool[question.type](pool.length)}</h3>
          {question.type === 'drag_drop' && reset}
        </header>
        <ul role="list">
          {pool.map((index) => (
            <li key={index}>{itemIn(null, index)}</li>
          ))}
        </ul>
        <p className="small">{isLocked ? exam.locked : exam.arrangeHint[question.type]}</p>
      </section>
      <section aria-labelledby="slots">
        <header>
          <h3 id="slots">{exam.slotsTitle[question.type]}</h3>
          {question.type === 'reorder' && reset}
        </header>
        <ol role="list">
          {slots.map((index, slot) => {
            const prompt = question.pairs?.left[slot]
            return (
              <li key={slot} className="slot" data-drop={slot} aria-label={exam.slotName(slot + 1, prompt ? plainText(prompt) : '')}>
                <b>{slot + 1}</b>
                {prompt && <RichText as="span" html={prompt} />}
                {index === null ? (
                  <button
                    className="button"
                    type="button"
                    disabled={isLocked || picked === null}
                    onClick={() => picked !== null && moveTo(picked, slot)}
                  >
                    {picked === null ? exam.emptySlot : exam.placeHere(letterOf(picked))}
                  </button>
                ) : (
                  itemIn(slot, index)
                )}
              </li>
            )
          })}
        </ol>
      </section>
    </div>
  )
}

type ItemProps = {
  index: number
  html: string
  isPicked: boolean
  isLocked: boolean
  verdict: ItemVerdict | undefined
  /** Accessible name of the main button when it does something other than choose the item. */
  label: string | undefined
  onPick: () => void
  children: React.ReactNode
}

function Item({ index, html, isPicked, isLocked, verdict, label, onPick, children }: ItemProps) {
  return (
    <div
      className="item"
      data-item={index}
      data-locked={isLocked || undefined}
      data-state={isPicked ? 'picked' : undefined}
      data-verdict={verdict?.state}
    >
      <span className="tab">{letterOf(index)}</span>
      <span>
        <button className="item-label" type="button" aria-pressed={isPicked} aria-label={label} disabled={isLocked} onClick={onPick}>
          <RichText as="span" html={html} />
        </button>
        {verdict && (
          <span className="indicator" data-verdict={verdict.state}>
            <Icon name={verdict.state === 'right' ? 'check' : 'cross'} /> <VerdictText verdict={verdict} />
          </span>
        )}
        {!isLocked && <span>{children}</span>}
      </span>
    </div>
  )
}

/** Ignores the second click of a double click, which would hit the item that moved under the pointer. */
function Action({ icon, label, onAct, isDisabled = false }: { icon: IconName; label: string; onAct: () => void; isDisabled?: boolean }) {
  return (
    <button
      className="button"
      data-kind="quiet"
      data-size="icon"
      type="button"
      aria-label={label}
      disabled={isDisabled}
      onClick={(event) => event.detail < 2 && onAct()}
    >
      <Icon name={icon} />
    </button>
  )
}

/** `belongsIn`: the correct slot, from 1, or `null` for an item that fits no slot. */
type ItemVerdict = { state: 'right' } | { state: 'wrong'; belongsIn: number | null }

function VerdictText({ verdict }: { verdict: ItemVerdict }) {
  const { exam } = useTexts()
  if (verdict.state === 'right') return exam.correctSlot
  return verdict.belongsIn === null ? exam.notNeeded : exam.belongsIn(verdict.belongsIn)
}

function verdictOf(question: Question, item: number, slot: number): ItemVerdict {
  const home = correctSlotOf(question, item)
  return home === slot ? { state: 'right' } : { state: 'wrong', belongsIn: home === null ? null : home + 1 }
}

/** Returns a function that moves the focus to an item once the item is in its new slot. */
function useFocusOnMovedItem(root: React.RefObject<HTMLElement | null>): (item: number) => void {
  const moved = useRef<{ item: number; label: string | null } | null>(null)
  useLayoutEffect(() => {
    if (!moved.current || !root.current) return
    const { item, label } = moved.current
    const buttons = [...root.current.querySelectorAll<HTMLButtonElement>(`[data-item="${item}"] button:not(:disabled)`)]
    const same = buttons.find((button) => button.getAttribute('aria-label') === label && label !== null)
    moved.current = null
    ;(same ?? buttons[0])?.focus()
  })
  return (item) => {
    const active = document.activeElement
    moved.current = { item, label: root.current?.contains(active) ? (active?.getAttribute('aria-label') ?? null) : null }
  }
}
