/** Offers to move a guest's attempts and notes on this device into the account of the member who signed in. */
import { useEffect, useState } from 'react'
import type { QuestionSet } from '#exam/attempt.ts'
import { saving } from '#text/saving.ts'
import {
  adoptGuestAttempts,
  adoptGuestNotes,
  responseTimeoutMs,
  ownerHeaders,
  openPageJournal,
  listDeviceNotes,
  listGuestAttempts,
  postAttemptsGone,
  syncNotes,
  getMoveSender,
  type AdoptionReport,
  type DeviceOwner,
  type SimulationAdoption,
} from '#web/sync/index.ts'

type Props = {
  memberId: string
  /** Shows the offer only for a guest attempt at this set or a guest note on this exam, and not again in this tab after it was declined. */
  only?: { certificationId: string; set: QuestionSet }
  onAdopted?: () => void
  /** Called once the account has the attempts, so that the page can reload its figures. Not called if they are not sent in time. */
  onAdded?: () => Promise<void>
}

/** `failed`: the device storage could not be accessed, or `onAdded` failed. */
type AdoptionOutcome = AdoptionReport | 'failed'

const declined = 'praxam-not-now'
const nothing = { attempts: 0, notes: 0 }

/** How long to wait for the account to receive the attempts. */
const flushTimeoutMs = 10_000

export function Adoption({ memberId, only, onAdopted, onAdded }: Props) {
  const [count, setCount] = useState(nothing)
  const [isUpToDate, setUpToDate] = useState(false)
  const [state, setState] = useState<'asking' | 'adding' | AdoptionOutcome>('asking')
  const { certificationId, set } = only ?? {}
  useEffect(() => {
    let isShown = true
    const read = async () => {
      const { journal } = await openPageJournal(memberId)
      const guestAttempts = await listGuestAttempts(journal)
      const guestNotes = (await listDeviceNotes(null)).filter(({ text }) => text !== '')
      const isHere =
        guestAttempts.some((one) => one.certificationId === certificationId && one.set === set) ||
        guestNotes.some((one) => one.certificationId === certificationId)
      const isOffered = set === undefined || (!isDeclined() && isHere)
      if (isShown) setCount(isOffered ? { attempts: guestAttempts.length, notes: guestNotes.length } : nothing)
    }
    read().catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [memberId, certificationId, set])
  if (count.attempts + count.notes === 0) return null

  const add = async () => {
    setState('adding')
    const { journal } = await openPageJournal(memberId)
    const adopted = await adoptGuestAttempts(journal, adoptSimulation)
    await adoptGuestNotes(memberId, Date.now())
    postAttemptsGone(null)
    if (onAdded) {
      const left = await getMoveSender(memberId)
        .flush(journal, flushTimeoutMs)
        .catch(() => undefined)
      if (left === 0) await onAdded()
      setUpToDate(left === 0)
    } else getMoveSender(memberId).enqueue(journal)
    syncNotes(memberId).catch(() => undefined)
    setState(adopted)
    onAdopted?.()
  }
  if (state !== 'asking' && state !== 'adding') {
    return (
      <aside className="notice" role="status">
        <p>{state === 'failed' ? saving.adoption.failed : saving.adopted(state, onAdded && { isUpToDate })}</p>
      </aside>
    )
  }
  return (
    <aside className="notice" role="status">
      <p>{saving.guestAttempts(count.attempts, count.notes)}</p>
      <button className="button" type="button" disabled={state === 'adding'} onClick={() => void add().catch(() => setState('failed'))}>
        {state === 'adding' ? saving.adding : saving.add}
      </button>
      <button
        className="button"
        data-kind="quiet"
        type="button"
        onClick={() => {
          decline()
          setCount(nothing)
        }}
      >
        {saving.notNow}
      </button>
    </aside>
  )
}

/**
 * Moves a guest's simulation into the member's account.
 *
 * @throws when the server cannot be reached
 */
export async function adoptSimulation(owner: DeviceOwner, id: string, secret: string): Promise<SimulationAdoption> {
  const headers = { ...ownerHeaders(owner, undefined), ...ownerHeaders(owner, secret) }
  const { ok, status } = await fetch(`/api/attempts/${id}/adoption`, {
    method: 'POST',
    headers,
    signal: AbortSignal.timeout(responseTimeoutMs),
  })
  return ok ? 'adopted' : status === 404 ? 'missing' : 'later'
}

function isDeclined(): boolean {
  try {
    return sessionStorage.getItem(declined) !== null
  } catch {
    return false
  }
}

function decline(): void {
  try {
    sessionStorage.setItem(declined, 'yes')
  } catch {
    // Without storage, the offer is repeated.
  }
}
