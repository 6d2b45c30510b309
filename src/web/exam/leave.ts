/** What happens to the runs on this device when members come and go. */
import { keepKnownMember, setOwnerOfPage } from '#web/account/known-member.ts'
import type { RunOwner } from '#web/account/known-member.ts'
import { journalOfPage } from '#web/exam/journal.ts'
import { openChannel } from '#web/exam/run-news.ts'
import { senderOf } from '#web/exam/run-sender.ts'
import { forgetOthers, forgetOwner } from '#web/exam/sent-moves.ts'

/** Longer nobody waits who wants to leave. */
const flushTimeoutMs = 8_000

/** Sends what earlier pages of a member left. */
export async function sendLeftovers(memberId: string): Promise<void> {
  const { journal } = await journalOfPage(memberId)
  senderOf(memberId).wake(journal)
}

/** Takes off this device what is kept on the server for members that are gone. */
export async function tidyAfterOthers(owner: RunOwner): Promise<void> {
  const { journal } = await journalOfPage(owner)
  await forgetOthers(journal, Date.now())
}

/** Sends what there is. @returns how many moves of the member are only here */
export async function flushRuns(memberId: string): Promise<number> {
  const { journal } = await journalOfPage(memberId)
  return senderOf(memberId).flush(journal, flushTimeoutMs)
}

/** `unreachable`: the session goes on, and all is as before; `runsStay`: the storage of this browser does not give up the runs. */
export type SignedOut = 'done' | 'unreachable' | 'runsStay'

/** Ends the session, or all sessions of the member, and takes her runs off this device. */
export async function signOutHere(memberId: string, isEverywhere: boolean): Promise<SignedOut> {
  const [address, body] = isEverywhere ? ['/profile', new URLSearchParams({ end: 'all' })] : ['/sign-out', new URLSearchParams()]
  const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' }).catch(() => undefined)
  // Where it leads does not matter here, and cannot be read.
  if (!answer || !(answer.ok || answer.type === 'opaqueredirect')) return 'unreachable'
  keepKnownMember(null)
  // A run on this page is left by its own hand.
  setOwnerOfPage(undefined)
  const { journal } = await journalOfPage(memberId)
  try {
    await forgetOwner(journal, memberId)
  } catch {
    return 'runsStay'
  }
  const channel = openChannel(() => undefined)
  channel.tell({ type: 'gone', owner: memberId })
  channel.close()
  return 'done'
}
