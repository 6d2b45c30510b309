/** Asks for confirmation before the user leaves a page with unsaved changes. 'Back' may also close an editor inside the page. */
import { useEffect } from 'react'
import { NavigationType, useBlocker, type BlockerFunction } from 'react-router'
import { ConfirmDialog } from '#web/admin/confirm-dialog.tsx'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'

/** A page that navigates on its own, such as after a save, sets `mayLeave` in the history state. */
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
    <ConfirmDialog
      title={catalogueAdmin.leave}
      confirmLabel={catalogueAdmin.leaveYes}
      cancelLabel={catalogueAdmin.leaveNo}
      isOpen={blocker.state === 'blocked'}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{catalogueAdmin.leaveLede}</p>
    </ConfirmDialog>
  )
}
