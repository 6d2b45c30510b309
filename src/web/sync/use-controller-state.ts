/** The state of an attempt controller, for React. */
import { useCallback, useSyncExternalStore } from 'react'
import type { ControlledAttempt } from '#exam/sync/attempt-sync.ts'
import type { AttemptController } from '#web/sync/attempt-controller.ts'

/** `undefined` while there is no controller. */
export function useControllerState(controller: AttemptController | undefined): ControlledAttempt | undefined {
  const subscribe = useCallback((onChange: () => void) => controller?.subscribe(onChange) ?? (() => undefined), [controller])
  return useSyncExternalStore(
    subscribe,
    () => controller?.current(),
    () => undefined,
  )
}
