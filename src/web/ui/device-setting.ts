/** Settings that are saved on this device. */
import { useSyncExternalStore } from 'react'

/**
 * Creates the hook for one setting. The first value is the default, and all components share the value.
 *
 * `name` is the storage key.
 */
export function createDeviceSetting<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): () => [value: Value, save: (value: Value) => void] {
  // Without storage the choice lasts until the page is closed.
  let fallback = values[0]
  const listeners = new Set<() => void>()

  function subscribe(onChange: () => void): () => void {
    listeners.add(onChange)
    return () => listeners.delete(onChange)
  }

  function read(): Value {
    try {
      const saved = localStorage.getItem(name)
      return values.find((value) => value === saved) ?? fallback
    } catch {
      return fallback
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
