/** Components that are loaded on demand. A failed load does not affect the rest of the page. */
import { Component, Suspense, lazy, useState } from 'react'
import { questionEditor } from '#web/text/en/admin/question-editor.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The placeholder gets the properties of the component. `onTryAgain` is present after a failed load. */
type StandIn<Props> = React.ComponentType<Props & { onTryAgain?: () => void }>

/** Like `lazy`, but the user can retry after a failed load. */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: React.ComponentType<Props> }>,
  StandIn: StandIn<Props>,
): React.ComponentType<Props> {
  const begin = () =>
    lazy<React.ComponentType<Props>>(() =>
      load().catch((cause: unknown) => {
        throw new NotLoaded('A part of the page could not be loaded', { cause })
      }),
    )
  let newest = begin()
  return function LoadedLater(props: Props) {
    const [Part, setPart] = useState(() => newest)
    const [tries, setTries] = useState(0)
    const tryAgain = () => {
      newest = begin()
      setPart(() => newest)
      setTries(tries + 1)
    }
    return (
      <Boundary key={tries} failed={<StandIn {...props} onTryAgain={tryAgain} />}>
        <Suspense fallback={<StandIn {...props} />}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

/** Reports that an editor could not be loaded and offers a retry. */
export function EditorNotLoaded({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <>
      <Notice verdict="wrong">{questionEditor.notLoaded}</Notice>
      <p>
        <button className="button" type="button" data-first-focus onClick={onTryAgain}>
          {questionEditor.tryAgain}
        </button>
      </p>
    </>
  )
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
