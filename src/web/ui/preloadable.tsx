/** Components that are loaded on demand, and that a page can load ahead. */
import { useEffect, useState } from 'react'

/**
 * `OnDemand` is shown if the component has not been preloaded; it also calls `load`, and shows what to do if that fails. Returns the component, and a
 * hook that loads it as soon as it is needed. A failure of the hook has no effect.
 */
export function preloadable<Props extends object>(
  load: () => Promise<{ default: React.ComponentType<Props> }>,
  OnDemand: React.ComponentType<Props>,
): [React.ComponentType<Props>, (isNeeded: boolean) => void] {
  // Never set on the server, where each response starts with `OnDemand`.
  let Loaded: React.ComponentType<Props> | undefined
  function Preloadable(props: Props) {
    const [Shown] = useState(() => Loaded ?? OnDemand)
    return <Shown {...props} />
  }
  function usePreloaded(isNeeded: boolean) {
    useEffect(() => {
      if (!isNeeded || Loaded) return
      load().then(
        (module) => (Loaded = module.default),
        () => undefined,
      )
    }, [isNeeded])
  }
  return [Preloadable, usePreloaded]
}
