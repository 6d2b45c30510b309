/** Asks for confirmation before the user leaves a page with unsaved changes, or closes an editor inside the page with 'Back'. */
import { useEffect } from 'react'
import { NavigationType, useBlocker, type BlockerFunction } from 'react-router'
import { ConfirmDialog } from '#web/admin/confirm-dialog.tsx'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'

/** When the page itself navigates, such as after a save, it sets `mayLeave` in the history state to skip the confirmation. */
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
