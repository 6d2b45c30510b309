/**
 * Provides the signed-in member to components. Public pages are the same for every user, so the browser requests the member after a page
 * has loaded, after each navigation or form submission, and when the tab becomes visible or is online again. A change is announced to the
 * other tabs.
 */
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { isAttemptOpenFor, loadSignOutCleanup, readKnownMember, rememberMember, type Member } from '#web/sync/index.ts'

/**
 * `checking` until the first request has ended. If it fails, the last known member, if any, counts as signed in. If a later request fails,
 * the state does not change.
 */
export type AuthState = { status: 'checking' } | { status: 'signed-out' } | { status: 'signed-in'; member: Member }
type AuthContextValue = { state: AuthState; refresh: () => void }

const AuthContext = createContext<AuthContextValue | null>(null)
const channelName = 'praxam-auth'

export function AuthProvider({ children }: { children: React.ReactNode }) {
  const [state, setState] = useState<AuthState>({ status: 'checking' })
  const { pathname } = useLocation()
  const isSubmitting = useNavigation().formMethod !== undefined
  const lastIdentity = useRef<string>(undefined)

  const refresh = useCallback(() => {
    void readMember().then((read) => {
      if (read && lastIdentity.current && lastIdentity.current !== identityOf(read)) announce()
      lastIdentity.current = read ? identityOf(read) : lastIdentity.current
      setState((before) => read ?? (before.status === 'checking' ? stateOf(readKnownMember() ?? null) : before))
      if (read) remember(read)
    })
  }, [])

  // Signing in and out submits a form in this tab or another. An expired session is detected when the user returns.
  const currentPath = isSubmitting ? undefined : pathname
  useEffect(() => {
    if (currentPath !== undefined) refresh()
  }, [refresh, currentPath])
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

  // Corrects what the inline script for known visitors assumed.
  useEffect(() => {
    if (state.status !== 'checking') document.documentElement.toggleAttribute('data-member', state.status === 'signed-in')
  }, [state.status])

  // Sends answers, notes, and reports that an earlier page could not send.
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
export function useAuth(): AuthContextValue {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/**
 * Stores the member for the next page. If another member was stored before, first removes the attempts and notes of other members from this
 * device, unless they have unsent changes. Does nothing while an attempt of the previous member is open on this page.
 */
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
    // Until the attempts are deleted, each page without a signed-in member tries again.
    if (!member) return
  }
  rememberMember(member)
}

function stateOf(member: Member | null): AuthState {
  return member ? { status: 'signed-in', member } : { status: 'signed-out' }
}

function identityOf(state: AuthState): string {
  return state.status === 'signed-in' ? `${state.member.email} ${state.member.isAdministrator}` : state.status
}

/** Notifies the other tabs that a member signed in or out. */
function announce(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('changed')
  channel.close()
}

/** Without a stored member, an exam page waits for this response before it starts. */
const answerTimeoutMs = 4_000

/** `undefined` when the request fails or the browser is offline. */
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
