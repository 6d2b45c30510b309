/** On/off settings that are saved on this device. */
import { useSyncExternalStore } from 'react'

type UseDeviceSwitch = () => [isOn: boolean, switchTo: (isOn: boolean) => void]

/**
 * Creates the hook for one setting. The default is on, and all components share the value.
 *
 * `name` is the storage key; `on` and `off` are the stored values.
 */
export function createDeviceSwitch(name: string, on: string, off: string): UseDeviceSwitch {
  // Without storage the choice lasts until the page is closed.
  let fallback = on
  const listeners = new Set<() => void>()

  function subscribe(onChange: () => void): () => void {
    listeners.add(onChange)
    return () => listeners.delete(onChange)
  }

  function read(): string {
    try {
      return localStorage.getItem(name) ?? fallback
    } catch {
      return fallback
    }
  }

  function switchTo(isOn: boolean): void {
    fallback = isOn ? on : off
    try {
      localStorage.setItem(name, fallback)
    } catch {
      // The fallback has the value.
    }
    for (const listener of listeners) listener()
  }

  return function useDeviceSwitch() {
    return [useSyncExternalStore(subscribe, read, () => on) !== off, switchTo]
  }
}
