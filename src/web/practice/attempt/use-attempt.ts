/** The open attempt of a practice page, as React state. */
import { useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import type { Attempt, QuestionSet } from '#exam/attempt.ts'
import { useAuth, type AuthState } from '#web/accounts/index.ts'
import type { QuestionLoader } from '#web/bank/index.ts'
import {
  countAnswers,
  enqueueMoves,
  openPageAttempt,
  readKnownMember,
  useControllerState,
  type AttemptController,
  type ControlledAttempt,
  type DeviceOwner,
  type Member,
} from '#web/sync/index.ts'

type AttemptQuestions = { certificationId: string; set: QuestionSet; questionIds: readonly string[] }

/** Why a page accepts no more moves from a member: the member signed out in another tab, or another member signed in there. */
export type LeaveReason = 'signedOut' | 'otherMember'

export type OpenedAttempt = {
  state: ControlledAttempt
  controller: AttemptController
  owner: DeviceOwner
  /** Opens the latest attempt at the set again. */
  reopen: () => void
}

/**
 * `opened` is `undefined` on the server, until the journal has been read, and once the member has `left`. `questions` must be
 * stable between renders, and are `undefined` until they are known.
 */
export function useAttempt(
  questions: AttemptQuestions | undefined,
  loader: Pick<QuestionLoader, 'current'>,
): { opened: OpenedAttempt | undefined; left: LeaveReason | undefined } {
  const { owner, left, setOwner, setLeft } = useOwner()
  const [opened, setOpened] = useState<{ controller: AttemptController; owner: DeviceOwner }>()
  const [openings, setOpenings] = useState(0)
  const reopen = useCallback(() => setOpenings((before) => before + 1), [])
  // Each opening loads the latest attempt of the set again.
  const opening = useMemo(() => questions && { ...questions, openings }, [questions, openings])
  const onRemoved = useEffectEvent((reason: 'signedOut' | 'moved' | 'deleted') => {
    if (reason === 'signedOut') return setLeft('signedOut')
    if (reason === 'moved' && owner !== null) setOwner(null)
    reopen()
  })
  const onFinished = useEffectEvent((attempt: Attempt) => countAnswers(attempt, (id) => loader.current().get(id)?.source?.version))
  useEffect(() => {
    if (!opening || owner === undefined || left) return
    let controller: AttemptController | undefined
    let isClosed = false
    const open = async () => {
      controller = await openPageAttempt(owner, {
        ...opening,
        now: Date.now(),
        onRemoved,
        ...(owner === null ? { onFinished } : { onRecorded: enqueueMoves }),
      })
      if (isClosed) controller.close()
      else setOpened({ controller, owner })
    }
    void open()
    return () => {
      isClosed = true
      controller?.close()
      setOpened(undefined)
    }
  }, [opening, owner, left])
  const state = useControllerState(opened?.controller)
  return { opened: opened && state && !left ? { ...opened, state, reopen } : undefined, left }
}

/**
 * The owner of the attempts to show. Until the server replies, that is the last known owner, a member or a guest; if none is known, the page waits
 * for the reply. A member whose session ends on the server during an attempt continues the attempt, until another member signs in.
 */
function useOwner() {
  const { state } = useAuth()
  const known = useSyncExternalStore(
    () => () => undefined,
    () => idOf(readKnownMember()),
    () => undefined,
  )
  const [owner, setOwner] = useState<DeviceOwner>()
  const [appliedState, setAppliedState] = useState<AuthState>()
  const [left, setLeft] = useState<LeaveReason>()
  if (state !== appliedState) {
    setAppliedState(state)
    const replied = state.status === 'checking' ? undefined : idOf(state.status === 'signed-in' ? state.member : null)
    if (owner && replied && replied !== owner) setLeft((before) => before ?? 'otherMember')
    else if (replied || owner === undefined) setOwner(replied)
  }
  return { owner: owner === undefined ? known : owner, left, setOwner, setLeft }
}

function idOf(member: Member | null | undefined): DeviceOwner | undefined {
  return member ? member.id : member
}
