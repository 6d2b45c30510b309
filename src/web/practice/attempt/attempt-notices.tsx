/** Notices about saving an attempt: storage, other tabs, other devices, and the account. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { hasFinished, type QuestionSet } from '#exam/attempt.ts'
import { Adoption } from '#web/practice/adoption/adoption.tsx'
import type { LeaveReason, OpenedAttempt } from '#web/practice/attempt/use-attempt.ts'
import { saving } from '#text/saving.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { importAttempt, openPageJournal, getMoveSender, type ControlledAttempt, type ServerAttempt } from '#web/sync/index.ts'

export type AttemptNoticesProps = { opened: OpenedAttempt | undefined; left: LeaveReason | undefined }

export default function AttemptNotices({ opened, left }: AttemptNoticesProps) {
  if (left) return <LeftDialog left={left} />
  if (!opened) return null
  const { state, controller, owner, reopen } = opened
  return (
    <>
      <StorageNotice state={state} isMember={owner !== null} />
      <ConflictNotice
        state={state}
        onGo={(position) => controller.move({ type: 'go', at: Date.now(), position })}
        onRead={controller.dismissConflicts}
      />
      {owner !== null && (
        <MemberNotices
          memberId={owner}
          certificationId={state.attempt.certificationId}
          set={state.attempt.set}
          attemptId={state.id}
          onOther={reopen}
        />
      )}
    </>
  )
}

/** Closing the dialog reloads the page, because the attempt belongs to a member who is no longer signed in here. */
function LeftDialog({ left }: { left: LeaveReason }) {
  const { pathname, search } = useLocation()
  const { title, text } = saving.left[left]
  const reload = () => window.location.reload()
  return (
    <Dialog
      title={title}
      isOpen
      onClose={reload}
      foot={
        <>
          <button className="button" type="button" onClick={reload}>
            {saving.reload}
          </button>
          {left === 'signedOut' && (
            <Link
              className="button"
              data-kind="primary"
              data-first-focus
              to={`/login?to=${encodeURIComponent(pathname + search)}`}
              reloadDocument
            >
              {saving.signIn}
            </Link>
          )}
        </>
      }
    >
      <p className="body" role="alert">
        {text}
      </p>
    </Dialog>
  )
}

function StorageNotice({ state: { problem, elsewhere }, isMember }: { state: ControlledAttempt; isMember: boolean }) {
  const words = isMember ? saving.unsavedHere : saving.unsaved
  if (problem) {
    return (
      <aside className="notice" data-verdict="wrong" role="alert">
        <p>
          <b>{words.title}.</b> {words[problem]}
        </p>
      </aside>
    )
  }
  if (!elsewhere) return null
  return (
    <aside className="notice" role="status">
      <p>{saving.elsewhere[elsewhere]}</p>
    </aside>
  )
}

/** Answers of this device that were discarded, because another device answered first. */
function ConflictNotice({ state, onGo, onRead }: { state: ControlledAttempt; onGo: (position: number) => void; onRead: () => void }) {
  const positions = state.attempt.questionIds.flatMap((id, position) => (state.conflicts.includes(id) ? [position] : []))
  const [first] = positions
  if (first === undefined) return null
  const numbers = positions.map((position) => position + 1)
  return (
    <aside className="notice" data-verdict="wrong" role="alert">
      <p>{saving.conflict(numbers, hasFinished(state.attempt))}</p>
      {!hasFinished(state.attempt) && (
        <button className="button" type="button" onClick={() => onGo(first)}>
          {saving.goToQuestion(first + 1)}
        </button>
      )}
      <button className="button" data-kind="quiet" type="button" onClick={onRead}>
        {saving.conflictRead}
      </button>
    </aside>
  )
}

type Props = {
  memberId: string
  certificationId: string
  set: QuestionSet
  attemptId: string | undefined
  onOther: () => void
}

function MemberNotices({ memberId, certificationId, set, attemptId, onOther }: Props) {
  const [offered, decline] = useOffer(memberId, certificationId, set, onOther)
  const sender = getMoveSender(memberId)
  const refusal = useSyncExternalStore(sender.subscribe, () => sender.refusalOf(attemptId))
  const { pathname, search } = useLocation()
  const [hasFailed, setFailed] = useState(false)
  const continueHere = async (attempt: ServerAttempt) => {
    const { journal } = await openPageJournal(memberId)
    await importAttempt(journal, attempt, false)
    decline()
    onOther()
  }
  return (
    <>
      {refusal && (
        <aside className="notice" role="alert">
          <p>{saving.refusals[refusal]}</p>
          {refusal === 'signedOut' && (
            <Link className="button" to={`/login?to=${encodeURIComponent(pathname + search)}`}>
              {saving.signIn}
            </Link>
          )}
        </aside>
      )}
      {offered && (
        <aside className="notice" role="status">
          <p>{hasFailed ? saving.notLoaded : saving.otherAttempt}</p>
          <button className="button" type="button" onClick={() => void continueHere(offered).catch(() => setFailed(true))}>
            {saving.continueHere}
          </button>
          <button className="button" data-kind="quiet" type="button" onClick={decline}>
            {saving.stayHere}
          </button>
        </aside>
      )}
      <Adoption memberId={memberId} only={{ certificationId, set }} onAdopted={onOther} />
    </>
  )
}

/** Ids of attempts that the member declined to continue here, until the page is closed. */
const declined = new Set<string>()

/** Checks for a newer attempt in the account when the page opens, becomes visible, or goes online. */
function useOffer(memberId: string, certificationId: string, set: QuestionSet, onTaken: () => void) {
  const [offered, setOffered] = useState<ServerAttempt>()
  useEffect(() => {
    let isShown = true
    const check = async () => {
      if (!navigator.onLine) return
      const { journal } = await openPageJournal(memberId)
      // The member may have signed out in another tab.
      if (!isShown) return
      const newer = await getMoveSender(memberId).follow(journal, certificationId, set)
      if (!isShown) return
      if (newer === 'imported') onTaken()
      else setOffered(newer && !declined.has(newer.id) ? newer : undefined)
    }
    const checkQuietly = () => void check().catch(() => undefined)
    const checkWhenVisible = () => document.visibilityState === 'visible' && checkQuietly()
    checkQuietly()
    window.addEventListener('online', checkQuietly)
    document.addEventListener('visibilitychange', checkWhenVisible)
    return () => {
      isShown = false
      window.removeEventListener('online', checkQuietly)
      document.removeEventListener('visibilitychange', checkWhenVisible)
    }
  }, [memberId, certificationId, set, onTaken])
  const decline = () => {
    if (offered) declined.add(offered.id)
    setOffered(undefined)
  }
  return [offered, decline] as const
}
