/** Sends what is left, then signs out. Asks when some of it cannot be sent, or the site cannot be reached. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAuth } from '#web/account/auth-provider.tsx'
import { flushRuns, signOutHere } from '#web/exam/leave.ts'
import { saving } from '#web/text/en/saving.ts'
import { Dialog } from '#web/ui/dialog.tsx'

export type SignOutDialogProps = { memberId: string; onStay: () => void }

/** `unreachable`: everything is sent, but the site did not answer when it was asked to end the session. */
/** `unsent` is not known where the storage of the browser does not answer. */
type Obstacle = { unsent: number | undefined } | 'unreachable'

export function SignOutDialog({ memberId, onStay }: SignOutDialogProps) {
  const { refresh } = useAuth()
  const navigate = useNavigate()
  const [obstacle, setObstacle] = useState<Obstacle>()
  const [isBusy, setBusy] = useState(true)

  const leave = useCallback(async () => {
    setBusy(true)
    if (await signOutHere(memberId)) {
      await navigate('/')
      refresh()
      return
    }
    setObstacle('unreachable')
    setBusy(false)
  }, [memberId, navigate, refresh])
  const tryToLeave = useCallback(async () => {
    setBusy(true)
    const unsent = await flushRuns(memberId).catch(() => undefined)
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
