/** Settings that are saved on this device. */
import { useSyncExternalStore } from 'react'

/**
 * Creates the hook for one setting. All components share the value. Pages from the server have the first value.
 *
 * `name` is the storage key. `findDefault` returns the value until one is chosen.
 */
export function createDeviceSetting<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
  findDefault: () => Value = () => values[0],
): () => [value: Value, save: (value: Value) => void] {
  // Without storage, the choice lasts until the page is closed.
  let fallback: Value | undefined
  const listeners = new Set<() => void>()

  function subscribe(onChange: () => void): () => void {
    listeners.add(onChange)
    return () => listeners.delete(onChange)
  }

  function read(): Value {
    return values.find((value) => value === readSaved()) ?? fallback ?? findDefault()
  }

  function readSaved(): string | null {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }

  function save(value: Value): void {
    fallback = value
    try {
      localStorage.setItem(name, value)
    } catch {
      // The fallback holds the value.
    }
    for (const listener of listeners) listener()
  }

  return function useDeviceSetting() {
    return [useSyncExternalStore(subscribe, read, () => values[0]), save]
  }
}

/** Like `createDeviceSetting`, for a setting that is on by default. `on` and `off` are the stored values. */
export function createDeviceSwitch(name: string, on: string, off: string): () => [isOn: boolean, switchTo: (isOn: boolean) => void] {
  const useValue = createDeviceSetting(name, [on, off])
  return function useDeviceSwitch() {
    const [value, save] = useValue()
    return [value === on, (isOn) => save(isOn ? on : off)]
  }
}
