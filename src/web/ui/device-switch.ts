/** What is switched on or off on this device. */
import { useSyncExternalStore } from 'react'

type UseDeviceSwitch = () => [isOn: boolean, switchTo: (isOn: boolean) => void]

/**
 * Makes the hook of one such switch, which is on unless switched off, and the same wherever it is looked at.
 *
 * `name`, and the words `on` and `off`, are how this browser keeps it.
 */
export function makeDeviceSwitch(name: string, on: string, off: string): UseDeviceSwitch {
  // For browsers that keep nothing: then the choice lasts for the page.
  let settingOfPage = on
  const listeners = new Set<() => void>()

  function subscribe(onChange: () => void): () => void {
    listeners.add(onChange)
    return () => listeners.delete(onChange)
  }

  function read(): string {
    try {
      return localStorage.getItem(name) ?? settingOfPage
    } catch {
      return settingOfPage
    }
  }

  function switchTo(isOn: boolean): void {
    settingOfPage = isOn ? on : off
    try {
      localStorage.setItem(name, settingOfPage)
    } catch {
      // Kept for the page, above.
    }
    for (const listener of listeners) listener()
  }

  return function useDeviceSwitch() {
    return [useSyncExternalStore(subscribe, read, () => on) !== off, switchTo]
  }
}
