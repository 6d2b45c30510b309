/** Keys of a run: A–H choose, arrows and N/P move, R reveals, F flags, ? shows the list. None of them finishes. */
import { useEffect, useRef } from 'react'

export type KeyActions = {
  choose: (letter: string) => void
  next: () => void
  previous: () => void
  reveal: () => void
  flag: () => void
  showKeys: () => void
}

/** Listens on the whole page while `isOn`, but never while someone types, a dialog is open, or a modifier is held. */
export function useKeyboardShortcuts(isOn: boolean, actions: KeyActions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target) || isOfDialog(event.target))
        return
      const act = actionOf(event, latest.current)
      // A key held down turns pages, but does not answer or reveal over and over.
      if (!act || (event.repeat && act !== latest.current.next && act !== latest.current.previous)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn])
}

function actionOf({ key, target }: KeyboardEvent, actions: KeyActions): (() => void) | undefined {
  switch (key.toLowerCase()) {
    case 'arrowright':
    case 'arrowleft':
      // Within a group of radios the arrows choose, as everywhere.
      if (target instanceof HTMLInputElement && target.type === 'radio') return undefined
      return key === 'ArrowRight' ? actions.next : actions.previous
    case 'n':
      return actions.next
    case 'p':
      return actions.previous
    case 'r':
      return actions.reveal
    case 'f':
      return actions.flag
    case '?':
      return actions.showKeys
    default:
      // F flags, as design and specification have it; an option F is chosen by pointer or Tab.
      return /^[a-eg-h]$/i.test(key) ? () => actions.choose(key.toUpperCase()) : undefined
  }
}

/** One that this very key has closed counts as well. */
function isOfDialog(target: EventTarget | null): boolean {
  return document.querySelector('dialog[open]') !== null || (target instanceof Element && target.closest('dialog') !== null)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button'].includes(target.type)
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
