/** Sends what is left, then signs out. Asks when some of it cannot be sent, or the site cannot be reached. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAuth } from '#web/accounts/auth-provider.tsx'
import { saving } from '#web/text/en/saving.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { clearDeviceOnSignOut, flushAttempts } from '#web/sync/index.ts'

export type SignOutDialogProps = {
  memberId: string
  /** Ends her sessions on all other devices, too. */
  isEverywhere?: boolean
  /** Where she is led then. */
  to?: string
  onStay: () => void
}

/**
 * `unreachable`: everything is sent, but the site did not answer when it was asked to end the session; `runsStay`: the session has
 * ended. `unsent` is not known where the storage of the browser does not answer.
 */
type Obstacle = { unsent: number | undefined } | 'unreachable' | 'runsStay'

export function SignOutDialog({ memberId, isEverywhere = false, to = '/', onStay }: SignOutDialogProps) {
  const { refresh } = useAuth()
  const navigate = useNavigate()
  const [obstacle, setObstacle] = useState<Obstacle>()
  const [isBusy, setBusy] = useState(true)

  const goOut = useCallback(async () => {
    await navigate(to)
    refresh()
  }, [navigate, to, refresh])
  const leave = useCallback(async () => {
    setBusy(true)
    const left = await clearDeviceOnSignOut(memberId, isEverywhere)
    if (left === 'done') return goOut()
    setObstacle(left)
    setBusy(false)
  }, [memberId, isEverywhere, goOut])
  const tryToLeave = useCallback(async () => {
    setBusy(true)
    const unsent = await flushAttempts(memberId).catch(() => undefined)
    if (unsent === 0) return leave()
    setObstacle({ unsent })
    setBusy(false)
  }, [memberId, leave])

  const hasTried = useRef(false)
  useEffect(() => {
    if (hasTried.current) return
    hasTried.current = true
    void tryToLeave()
  }, [tryToLeave])

  if (obstacle === 'runsStay') {
    return (
      <Dialog
        title={saving.signOutTitle}
        isOpen
        isBusy={isBusy}
        onClose={() => void goOut()}
        foot={
          <>
            <button className="button" type="button" disabled={isBusy} onClick={() => void goOut()}>
              {saving.leaveAttempts}
            </button>
            <button className="button" data-kind="primary" type="button" data-first-focus disabled={isBusy} onClick={() => void leave()}>
              {saving.tryAgain}
            </button>
          </>
        }
      >
        <p className="body" role="status">
          {saving.attemptsStay}
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={saving.signOutTitle}
      isOpen={obstacle !== undefined}
      isBusy={isBusy}
      onClose={onStay}
      foot={
        <>
          <button className="button" type="button" disabled={isBusy} onClick={onStay}>
            {saving.stay}
          </button>
          {obstacle !== 'unreachable' && (
            <button className="button" data-kind="danger" type="button" disabled={isBusy} onClick={() => void leave()}>
              {saving.leaveAnyway}
            </button>
          )}
          <button className="button" data-kind="primary" type="button" data-first-focus disabled={isBusy} onClick={() => void tryToLeave()}>
            {saving.tryAgain}
          </button>
        </>
      }
    >
      <div className="body flow" role="status">
        {obstacle === 'unreachable' && <p>{saving.unreachable}</p>}
        {typeof obstacle === 'object' && <p>{obstacle.unsent === undefined ? saving.unsentUnknown : saving.unsent(obstacle.unsent)}</p>}
      </div>
    </Dialog>
  )
}
