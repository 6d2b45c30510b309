/** The button that restarts an attempt. A guest has no history, so a restart that replaces a result asks first. */
import { useState } from 'react'
import { results } from '#text/results.ts'
import { Dialog } from '#web/ui/dialog.tsx'

type Props = { label: string; replacesResult: boolean; kind?: 'quiet' | undefined; onRestart: () => void }

export function RestartButton({ label, replacesResult, kind, onRestart }: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button
        className="button"
        data-kind={kind}
        type="button"
        aria-haspopup={replacesResult ? 'dialog' : undefined}
        onClick={replacesResult ? () => setAsking(true) : onRestart}
      >
        {label}
      </button>
      <Dialog
        title={results.restartTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        foot={
          <>
            <button className="button" type="button" data-first-focus onClick={() => setAsking(false)}>
              {results.keepResult}
            </button>
            <button className="button" data-kind="primary" type="button" onClick={onRestart}>
              {label}
            </button>
          </>
        }
      >
        <p className="body">{results.restartText}</p>
      </Dialog>
    </>
  )
}
