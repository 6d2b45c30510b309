/** The state of the help panel. Its script loads when the panel is first opened, and again after a failure. */
import { useState } from 'react'
import type { HelpPanel } from '#web/practice/help/help-panel.tsx'

export function useHelpPanel() {
  const [Panel, setPanel] = useState<typeof HelpPanel>()
  const [state, setState] = useState<'open' | 'closed' | 'failed'>('closed')

  const open = () => {
    setState('open')
    if (Panel) return
    import('#web/practice/help/help-panel.tsx').then(
      (loaded) => setPanel(() => loaded.HelpPanel),
      () => setState('failed'),
    )
  }

  return { Panel, isOpen: state === 'open', hasFailed: state === 'failed', open, close: () => setState('closed') }
}
