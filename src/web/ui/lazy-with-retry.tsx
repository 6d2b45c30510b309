/** Components that are loaded on demand. A failed load does not affect the rest of the page. */
import { Component, Suspense, lazy, useState } from 'react'

/** The placeholder gets the props of the component. `onTryAgain` is present after a failed load. */
type StandIn<Props> = React.ComponentType<Props & { onTryAgain?: () => void }>

/** Like `lazy`, but the user can retry after a failed load. `load` must return the module it imports, because a retry imports that file directly. */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: React.ComponentType<Props> }>,
  StandIn: StandIn<Props>,
): React.ComponentType<Props> {
  let retries = 0
  const start = () =>
    lazy<React.ComponentType<Props>>(() =>
      load()
        .catch((error: unknown) => importAgain<Awaited<ReturnType<typeof load>>>(error, retries))
        .catch((cause: unknown) => {
          throw new NotLoaded('A part of the page could not be loaded', { cause })
        }),
    )
  let newest = start()
  return function LazyComponent(props: Props) {
    const [{ Loaded, retry }, setAttempt] = useState({ Loaded: newest, retry: retries })
    const tryAgain = () => {
      retries++
      newest = start()
      setAttempt({ Loaded: newest, retry: retries })
    }
    return (
      <Boundary key={retry} failed={<StandIn {...props} onTryAgain={tryAgain} />}>
        <Suspense fallback={<StandIn {...props} />}>
          <Loaded {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

/**
 * Imports the file named in the error of a failed import. Many browsers remember a failed import until the page is reloaded
 * (whatwg/html#6768), so each retry uses another address. Throws the error if the user has not retried yet.
 */
async function importAgain<Module>(error: unknown, retries: number): Promise<Module> {
  const address = /https?:\/\/\S+\.js/.exec(String(error))?.[0]
  if (retries === 0 || !address) throw error
  return findModule<Module>((await import(/* @vite-ignore */ `${address}?retry=${retries}`)) as Record<string, unknown>)
}

/** Finds the module with the component. If other parts of the page also use the module, the built file exports it next to other modules. */
function findModule<Module>(file: Record<string, unknown>): Module {
  const modules = [file, ...Object.values(file)]
  return modules.find((each) => typeof each === 'object' && each !== null && 'default' in each) as Module
}

class NotLoaded extends Error {}

type BoundaryProps = { failed: React.ReactNode; children: React.ReactNode }

/** Catches failed loads; any other error reaches the page. */
class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!(error instanceof NotLoaded)) throw error
    return this.props.failed
  }
}
