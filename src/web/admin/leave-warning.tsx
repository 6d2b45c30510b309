/** Asks for confirmation before the user leaves a page with unsaved changes. 'Back' may also close an editor inside the page. */
import { useEffect } from 'react'
import { NavigationType, useBlocker, type BlockerFunction } from 'react-router'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** A page that navigates by itself, such as after a save, sets `mayLeave` in the history state. */
export function LeaveWarning({ isUnsaved }: { isUnsaved: boolean }) {
  const isBlocked: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) => {
    const isElsewhere = currentLocation.pathname !== nextLocation.pathname
    if (historyAction === NavigationType.Pop) return isUnsaved && (isElsewhere || currentLocation.search !== nextLocation.search)
    return isUnsaved && isElsewhere && !nextLocation.state?.mayLeave
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
