/**
 * The items for one slot, in a dialog that a phone shows as a sheet. After an item is confirmed, the dialog continues with the next empty slot, if
 * there is one.
 */
import { useEffect, useId, useRef, useState } from 'react'
import { fillSlot, listSlotsOf, type Arrangement } from '#exam/arrangement.ts'
import { letterOf, positionOf } from '#exam/question.ts'
import { arranging } from '#text/arranging.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

type SheetProps = {
  /** Position of the slot, from 0. */
  slot: number
  prompt: string
  items: readonly string[]
  slots: Arrangement
  isReusable: boolean
  /** Fills the slot, or empties it with `null`. Returns what to announce. */
  onUse: (item: number | null) => string
  onGo: (slot: number) => void
  onClose: () => void
}

export function ItemSheet({ slot, prompt, items, slots, isReusable, onUse, onGo, onClose }: SheetProps) {
  const formId = useId()
  const [chosen, setChosen] = useState(slots[slot] ?? null)
  const [announcement, setAnnouncement] = useState('')
  const next = findEmptySlot(chosen === null ? slots : fillSlot(slots, slot, chosen, isReusable), slot)
  const title = arranging.sheetTitle(slot + 1, prompt)

  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (chosen === null) return
    setAnnouncement(onUse(chosen))
    if (next === -1) return onClose()
    setChosen(null)
    onGo(next)
  }
  const leaveEmpty = () => {
    if (slots[slot] !== null) onUse(null)
    onClose()
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      foot={
        <>
          <button className="button" data-kind="quiet" type="button" onClick={leaveEmpty}>
            {arranging.leaveEmpty}
          </button>
          <button className="button" data-kind="primary" type="submit" form={formId} disabled={chosen === null}>
            {confirmLabel(chosen, next)}
          </button>
        </>
      }
    >
      <form id={formId} className="body" onSubmit={submit}>
        {/* Screen readers ignore the page behind the dialog, so the dialog has its own live region. */}
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
        <fieldset>
          <legend className="visually-hidden">{title}</legend>
          <ItemChoices key={slot} slot={slot} items={items} slots={slots} chosen={chosen} onChoose={setChosen} />
        </fieldset>
      </form>
    </Dialog>
  )
}

/** `next`: the slot to go to, -1 if no other slot is empty. */
function confirmLabel(chosen: number | null, next: number): string {
  if (chosen === null) return arranging.chooseItem
  return next === -1 ? arranging.confirm(letterOf(chosen)) : arranging.confirmAndGo(letterOf(chosen), next + 1)
}

type ChoicesProps = Pick<SheetProps, 'slot' | 'items' | 'slots'> & { chosen: number | null; onChoose: (item: number) => void }

function ItemChoices({ slot, items, slots, chosen, onChoose }: ChoicesProps) {
  const name = useId()
  const list = useRef<HTMLUListElement>(null)
  // Needed from the second slot on: for the first slot, the dialog itself moves the focus when it opens.
  useEffect(() => list.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus(), [])
  const chooseByLetter = (event: React.KeyboardEvent) => {
    const item = event.ctrlKey || event.metaKey || event.altKey ? -1 : positionOf(event.key.toUpperCase())
    if (item < 0 || item >= items.length) return
    event.preventDefault()
    onChoose(item)
    list.current?.querySelectorAll('input')[item]?.focus()
  }
  return (
    <ul ref={list} className="pick" role="list">
      {items.map((html, item) => {
        const usedIn = listSlotsOf(slots, item).filter((each) => each !== slot)
        return (
          <li key={item}>
            <label>
              <input
                type="radio"
                name={name}
                checked={chosen === item}
                data-first-focus={item === (chosen ?? 0) ? '' : undefined}
                onChange={() => onChoose(item)}
                onKeyDown={chooseByLetter}
              />
              <span className="tab">{letterOf(item)}</span>
              <RichText as="span" html={html} />
              {usedIn.length > 0 && <span className="small">{arranging.usedIn(usedIn.map((each) => each + 1))}</span>}
            </label>
          </li>
        )
      })}
    </ul>
  )
}

/** The next empty slot after this one, starting over after the last. -1 when no other slot is empty. */
function findEmptySlot(slots: Arrangement, slot: number): number {
  const after = slots.indexOf(null, slot + 1)
  return after === -1 ? slots.slice(0, slot).indexOf(null) : after
}
