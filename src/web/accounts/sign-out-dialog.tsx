/** Sends unsent answers, then signs out. Asks what to do when some cannot be sent or the site cannot be reached. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAuth } from '#web/accounts/auth-provider.tsx'
import { saving } from '#text/saving.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { clearDeviceOnSignOut, flushAttempts } from '#web/sync/index.ts'

export type SignOutDialogProps = {
  memberId: string
  /** Also ends the member's sessions on all other devices. */
  isEverywhere?: boolean
  /** The page to open after signing out. */
  to?: string
  onStay: () => void
}

/**
 * Why signing out stopped. `unreachable`: the request that ends the session failed. `attemptsStay`: the session has ended, but the attempts
 * could not be deleted from this device. `unsent`: how many answers and notes are not sent; `undefined` if the browser's storage cannot be read.
 */
type SignOutObstacle = { unsent: number | undefined } | 'unreachable' | 'attemptsStay'

export function SignOutDialog({ memberId, isEverywhere = false, to = '/', onStay }: SignOutDialogProps) {
  const { refresh } = useAuth()
  const navigate = useNavigate()
  const [obstacle, setObstacle] = useState<SignOutObstacle>()
  const [isBusy, setBusy] = useState(true)

  const openNextPage = async () => {
    await navigate(to)
    refresh()
  }
  const signOut = async () => {
    setBusy(true)
    const outcome = await clearDeviceOnSignOut(memberId, isEverywhere)
    if (outcome === 'done') return openNextPage()
    setObstacle(outcome)
    setBusy(false)
  }
  const sendAndSignOut = async () => {
    setBusy(true)
    const unsent = await flushAttempts(memberId).catch(() => undefined)
    if (unsent === 0) return signOut()
    setObstacle({ unsent })
    setBusy(false)
  }

  const hasStarted = useRef(false)
  const onOpen = useEffectEvent(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void sendAndSignOut()
  })
  useEffect(() => onOpen(), [])

  const hasSignedOut = obstacle === 'attemptsStay'
  const close = hasSignedOut ? () => void openNextPage() : onStay
  const retry = hasSignedOut ? signOut : sendAndSignOut
  return (
    <Dialog
      title={saving.signOutTitle}
      isOpen={obstacle !== undefined}
      isBusy={isBusy}
      onClose={close}
      foot={
        <>
          <button className="button" type="button" disabled={isBusy} onClick={close}>
            {hasSignedOut ? saving.leaveAttempts : saving.stay}
          </button>
          {typeof obstacle === 'object' && (
            <button className="button" data-kind="danger" type="button" disabled={isBusy} onClick={() => void signOut()}>
              {saving.leaveAnyway}
            </button>
          )}
          <button className="button" data-kind="primary" type="button" data-first-focus disabled={isBusy} onClick={() => void retry()}>
            {saving.tryAgain}
          </button>
        </>
      }
    >
      <div className="body flow" role="status">
        {hasSignedOut && <p>{saving.attemptsStay}</p>}
        {obstacle === 'unreachable' && <p>{saving.unreachable}</p>}
        {typeof obstacle === 'object' && <p>{obstacle.unsent === undefined ? saving.unsentUnknown : saving.unsent(obstacle.unsent)}</p>}
      </div>
    </Dialog>
  )
}
