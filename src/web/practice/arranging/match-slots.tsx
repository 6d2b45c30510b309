/**
 * The slots of a drag-and-drop question, one per prompt. A slot is filled from a list of the items, by the letter of an item, by
 * dragging, or with a menu. On wide screens, the items are beside the slots.
 */
import { useRef, useState } from 'react'
import { canReuseItems, fillSlot, formatArrangement, listItems, listSlotsOf, parseArrangement, swapSlots } from '#exam/arrangement.ts'
import type { Arrangement } from '#exam/arrangement.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, positionOf } from '#exam/question.ts'
import type { ArrangingProps } from '#web/practice/arranging/arranging.tsx'
import { ItemPool, poolTarget } from '#web/practice/arranging/item-pool.tsx'
import { ItemSheet } from '#web/practice/arranging/item-sheet.tsx'
import { ResetButton } from '#web/practice/arranging/reset-button.tsx'
import { SlotMenu } from '#web/practice/arranging/slot-menu.tsx'
import { arranging } from '#text/arranging.ts'
import { exam } from '#text/practice.ts'
import { createDeviceSetting } from '#web/ui/device-setting.ts'
import { Icon } from '#web/ui/icon.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { useDropTargets } from '#web/ui/use-drop-targets.ts'

const useSlotControl = createDeviceSetting('praxam-slots', ['list', 'menu'])

type Props = Omit<ArrangingProps, 'isRevealed' | 'seed'>

export function MatchSlots({ question, answer, isLocked, onAnswer, onAnnounce }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const [control, setControl] = useSlotControl()
  const [openSlot, setOpenSlot] = useState<number | null>(null)
  const items = listItems(question)
  const slots = parseArrangement(question, answer)
  const isReusable = canReuseItems(question)
  const isMenu = control === 'menu'
  const nameOf = (item: number) => plainText(items[item] ?? '')
  const promptOf = (slot: number) => plainText(question.pairs?.left[slot] ?? '')

  const record = (next: Arrangement, announcement: string) => {
    onAnswer(formatArrangement(question, next))
    onAnnounce(announcement)
    return announcement
  }
  /** Returns what to announce. */
  const fill = (slot: number, item: number | null) => {
    if (item === null) return record(fillSlot(slots, slot, null, true), arranging.emptied(slot + 1))
    const [from] = isReusable ? [] : listSlotsOf(slots, item)
    const isMoved = from !== undefined && from !== slot
    return record(
      fillSlot(slots, slot, item, isReusable),
      isMoved ? arranging.moved(letterOf(item), from + 1, slot + 1) : arranging.placed(nameOf(item), slot + 1, promptOf(slot)),
    )
  }
  // `dragged` is the index of an item or, from `items.length` on, `items.length` plus the index of a filled slot.
  useDropTargets(root, !isLocked && !isMenu, (dragged, target) => {
    const from = dragged >= items.length ? dragged - items.length : undefined
    if (target === poolTarget) {
      if (from !== undefined) fill(from, null)
    } else if (from === undefined) fill(Number(target), dragged)
    else if (from !== Number(target)) record(swapSlots(slots, from, Number(target)), arranging.swapped(from + 1, Number(target) + 1))
  })

  const focusSlot = (slot: number) => root.current?.querySelector<HTMLElement>(`[data-drop="${slot}"] .slot`)?.focus()
  const onKey = (event: React.KeyboardEvent, slot: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const item = positionOf(event.key.toUpperCase())
    const steps: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }
    const isDelete = event.key === 'Delete' || event.key === 'Backspace'
    const isItem = item >= 0 && item < items.length
    const step = steps[event.key]
    if (!isDelete && !isItem && step === undefined) return
    event.preventDefault()
    if (step !== undefined) focusSlot(slot + step)
    if (isDelete && slots[slot] !== null) fill(slot, null)
    if (isItem && slots[slot] !== item) fill(slot, item)
  }

  const filled = slots.filter((item) => item !== null).length
  const empty = slots.indexOf(null)
  return (
    <div ref={root} className="arrange matching" data-menu={isMenu || isLocked ? '' : undefined}>
      <div>
        <div className="head">
          <h3>{isLocked ? exam.locked : arranging.yourMatches(filled, slots.length)}</h3>
          {!isLocked && (
            <ResetButton answer={answer} resetText={arranging.allEmptied} onAnswer={(next, text) => (onAnswer(next), onAnnounce(text))} />
          )}
        </div>
        <ol className="slots" role="list">
          {slots.map((item, slot) => (
            <li key={slot} data-drop={slot}>
              <b aria-hidden="true">{slot + 1}</b>
              <RichText as="span" html={question.pairs?.left[slot] ?? ''} />
              {isMenu && !isLocked ? (
                <SlotMenu
                  label={`${slot + 1}, ${promptOf(slot)}`}
                  names={items.map(plainText)}
                  item={item}
                  onChoose={(next) => fill(slot, next)}
                />
              ) : (
                <button
                  className="slot"
                  type="button"
                  aria-haspopup="dialog"
                  aria-label={arranging.slotName(
                    slot + 1,
                    promptOf(slot),
                    item === null ? arranging.chooseItem : `${letterOf(item)} ${nameOf(item)}`,
                  )}
                  data-empty={item === null ? '' : undefined}
                  data-open={openSlot === slot ? '' : undefined}
                  data-item={item === null ? undefined : items.length + slot}
                  disabled={isLocked}
                  onClick={() => setOpenSlot(slot)}
                  onKeyDown={(event) => onKey(event, slot)}
                >
                  <b aria-hidden={item === null ? true : undefined}>{item === null ? '?' : letterOf(item)}</b>{' '}
                  {item === null ? <span>{arranging.chooseItem}</span> : <RichText as="span" html={items[item] ?? ''} />}
                  <Icon name="down" />
                </button>
              )}
            </li>
          ))}
        </ol>
        {!isLocked && (
          <div className="match-foot">
            <p className="small">{isMenu ? arranging.menuHint : arranging.matchHint}</p>
            <Switch label={arranging.menus} isOn={isMenu} onSwitch={(isOn) => setControl(isOn ? 'menu' : 'list')} />
          </div>
        )}
      </div>
      {!isLocked && !isMenu && <ItemPool items={items} slots={slots} onPlace={empty === -1 ? undefined : (item) => fill(empty, item)} />}
      {openSlot !== null && (
        <ItemSheet
          slot={openSlot}
          prompt={promptOf(openSlot)}
          items={items}
          slots={slots}
          isReusable={isReusable}
          onUse={(item) => fill(openSlot, item)}
          onGo={setOpenSlot}
          onClose={() => {
            setOpenSlot(null)
            focusSlot(openSlot)
          }}
        />
      )}
    </div>
  )
}
