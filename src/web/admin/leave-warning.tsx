/** Asks before a page with unsaved changes is left, by a link of the site or by the browser; 'Back' may close an editor within it. */
import { useEffect } from 'react'
import { NavigationType, useBlocker } from 'react-router'
import type { BlockerFunction } from 'react-router'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** `mayLeave` is asked at the last moment, for a page that leads on by itself after it has saved. */
export function LeaveWarning({ isUnsaved, mayLeave }: { isUnsaved: boolean; mayLeave: () => boolean }) {
  const isBlocked: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) => {
    const isElsewhere = currentLocation.pathname !== nextLocation.pathname
    const isGoingBack = historyAction === NavigationType.Pop && currentLocation.search !== nextLocation.search
    return isUnsaved && !mayLeave() && (isElsewhere || isGoingBack)
  }
  const blocker = useBlocker(isBlocked)

  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])

  return (
    <Dialog
      title={catalogueAdmin.leave}
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
      foot={
        <>
          <button className="button" type="button" data-first-focus onClick={() => blocker.reset?.()}>
            {catalogueAdmin.leaveNo}
          </button>
          <button className="button" data-kind="danger" type="button" onClick={() => blocker.proceed?.()}>
            {catalogueAdmin.leaveYes}
          </button>
        </>
      }
    >
      <p className="body">{catalogueAdmin.leaveLede}</p>
    </Dialog>
  )
}
