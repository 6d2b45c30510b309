/**
 * Who is signed in, for the browser's part of the site. Public pages are the same for everybody, so this is asked once
 * they are on screen, again when one comes back to the page, and told to the other tabs when it changes.
 */
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { isAttemptOpenFor, loadSignOutCleanup, readKnownMember, rememberMember } from '#web/sync/index.ts'
import type { Member } from '#web/sync/index.ts'

/** `checking` until the first answer; after a failure whoever was known before, perhaps from an earlier page, or nobody. */
export type AuthState = { status: 'checking' } | { status: 'signed-out' } | { status: 'signed-in'; member: Member }
type Auth = { state: AuthState; refresh: () => void }

const AuthContext = createContext<Auth | null>(null)
const channelName = 'praxam-auth'

export function AuthProvider({ children }: { children: React.ReactNode }) {
  const [state, setState] = useState<AuthState>({ status: 'checking' })
  const { pathname } = useLocation()
  const isSending = useNavigation().formMethod !== undefined
  const known = useRef<string>(undefined)

  const refresh = useCallback(() => {
    void readMember().then((read) => {
      if (read && known.current && known.current !== nameOf(read)) announce()
      known.current = read ? nameOf(read) : known.current
      setState((before) => read ?? (before.status === 'checking' ? stateOf(readKnownMember() ?? null) : before))
      if (read) remember(read)
    })
  }, [])

  // Signing in and out are forms, in this tab or another; a session that ran out shows on coming back.
  const place = isSending ? undefined : pathname
  useEffect(() => {
    if (place !== undefined) refresh()
  }, [refresh, place])
  useEffect(() => {
    const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName)
    const onVisible = () => document.visibilityState === 'visible' && refresh()
    channel?.addEventListener('message', refresh)
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('online', refresh)
    return () => {
      channel?.close()
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('online', refresh)
    }
  }, [refresh])

  // What an earlier page could not send goes now.
  useEffect(() => {
    if (state.status !== 'signed-in') return
    const { id } = state.member
    loadSignOutCleanup()
      .then(({ sendLeftovers }) => sendLeftovers(id))
      .catch(() => undefined)
  }, [state])

  const value = useMemo(() => ({ state, refresh }), [state, refresh])
  return <AuthContext value={value}>{children}</AuthContext>
}

/** @throws outside of `AuthProvider`. Source: spec §8. */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** Keeps who it is for the next page. Runs of somebody who was here before leave this device. */
function remember(read: AuthState): void {
  const member = read.status === 'signed-in' ? read.member : null
  const before = readKnownMember()
  if (before && before.id !== member?.id) {
    if (isAttemptOpenFor(before.id)) return
    loadSignOutCleanup()
      .then(({ tidyAfterOthers }) => tidyAfterOthers(member?.id ?? null))
      .then(() => {
        if (readKnownMember()?.id === before.id) rememberMember(member)
      })
      .catch(() => undefined)
    // Until they are gone, each page that finds nobody signed in tries again.
    if (!member) return
  }
  rememberMember(member)
}

function stateOf(member: Member | null): AuthState {
  return member ? { status: 'signed-in', member } : { status: 'signed-out' }
}

function nameOf(state: AuthState): string {
  return state.status === 'signed-in' ? `${state.member.email} ${state.member.isAdministrator}` : state.status
}

/** Tells the other tabs that somebody signed in or out here. */
function announce(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('changed')
  channel.close()
}

/** Whoever practises waits for it where nobody is known, and should not for longer. */
const answerTimeoutMs = 4_000

/** `undefined` when the site cannot be asked. */
async function readMember(): Promise<AuthState | undefined> {
  if (!navigator.onLine) return undefined
  try {
    const response = await fetch('/api/viewer', { signal: AbortSignal.timeout(answerTimeoutMs) })
    if (!response.ok) return undefined
    const { viewer } = (await response.json()) as { viewer: Member | null }
    return stateOf(viewer)
  } catch {
    return undefined
  }
}
