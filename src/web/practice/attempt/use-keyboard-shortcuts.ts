/**
 * Keyboard shortcuts: A–H and 1–8 choose, arrows and N/P move, R reveals, M flags, U marks a guess, T opens the note, G opens the
 * question map, O opens the documentation, / opens the help, Z enlarges a figure, L changes the language, ? lists the shortcuts, and
 * Escape leaves a drop-down list, in which letters find a choice. The letters A–H are reserved for answers. No shortcut finishes the attempt.
 */
import { useEffect, useEffectEvent } from 'react'
import { letterOf } from '#exam/question.ts'
import { createDeviceSwitch } from '#web/ui/device-setting.ts'

/** Whether keyboard shortcuts are enabled on this device. */
export const useShortcutsSetting = createDeviceSwitch('praxam-keys', 'on', 'off')

/** Actions that are not available are left out. */
type ShortcutActions = {
  choose?: (letter: string) => void
  next: () => void
  previous: () => void
  reveal?: (() => void) | undefined
  flag?: () => void
  openMap: () => void
  guess?: (() => void) | undefined
  note?: (() => void) | undefined
  help?: (() => void) | undefined
  showShortcuts: () => void
}

/** Listens on the whole page while `isOn`, except while the user types, a dialog is open, or Ctrl, Alt, or Command is held. */
export function useKeyboardShortcuts(isOn: boolean, actions: ShortcutActions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // In a drop-down list, letters find a choice. Escape leaves the list, and Tab continues from there.
    if (event.key === 'Escape' && event.target instanceof HTMLSelectElement) return event.target.blur()
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target) || isInDialog(event.target))
      return
    const act = findAction(event, actions)
    // A key held down keeps moving between questions, but does not answer or reveal repeatedly.
    if (!act || (event.repeat && act !== actions.next && act !== actions.previous)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}

function findAction({ key, target }: KeyboardEvent, actions: ShortcutActions): (() => void) | undefined {
  switch (key.toLowerCase()) {
    case 'arrowright':
    case 'arrowleft':
      // The browser uses the arrow keys to choose within a radio group, and to scroll a table.
      if (target instanceof Element && target.matches('[type=radio], [tabindex="0"]')) return undefined
      return key === 'ArrowRight' ? actions.next : actions.previous
    case 'n':
      return actions.next
    case 'p':
      return actions.previous
    case 'r':
      return actions.reveal
    case 'm':
      return actions.flag
    case 'g':
      return actions.openMap
    case 'u':
      return actions.guess
    case 'o':
      return findButton('[data-documentation]')
    case 'z':
      return findButton('[data-zoom]')
    case 'l':
      return findButton('[aria-keyshortcuts=L]')
    case 't':
      return actions.note
    case '/':
      return actions.help
    case '?':
      return actions.showShortcuts
    default: {
      const { choose } = actions
      if (/^[a-h]$/i.test(key)) return choose && (() => choose(key.toUpperCase()))
      return choose && /^[1-8]$/.test(key) ? () => choose(letterOf(Number(key) - 1)) : undefined
    }
  }
}

/** The action of a control that only some questions have. */
function findButton(selector: string): (() => void) | undefined {
  const button = document.querySelector<HTMLElement>(selector)
  return button ? () => button.click() : undefined
}

/**
 * Whether a modal dialog is open, or the key was pressed inside the help panel, which is not modal on wide screens, or inside a dialog that
 * the same key press has just closed.
 */
function isInDialog(target: EventTarget | null): boolean {
  return document.querySelector('dialog:modal') !== null || (target instanceof Element && target.closest('dialog') !== null)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button'].includes(target.type)
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
