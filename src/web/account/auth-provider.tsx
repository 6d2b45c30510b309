/**
 * Who is signed in, for the browser's part of the site. Public pages are the same for everybody, so this is asked once
 * they are on screen, again when one comes back to the page, and told to the other tabs when it changes.
 */
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

export type Member = { email: string; isAdministrator: boolean }
/** `checking` until the first answer; after a failure whatever was known before, on an earlier page of this browser if need be. */
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
      if (read) remember(read)
      setState((before) => read ?? (before.status === 'checking' ? recall() : before))
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
    return () => {
      channel?.close()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [refresh])

  const value = useMemo(() => ({ state, refresh }), [state, refresh])
  return <AuthContext value={value}>{children}</AuthContext>
}

/** @throws outside of `AuthProvider`. Source: spec §8. */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
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

const memberKey = 'praxam-member'

/** Without a network nobody is signed out: the page goes on as the last one did that could ask. */
function remember(state: AuthState): void {
  try {
    if (state.status === 'signed-in') localStorage.setItem(memberKey, JSON.stringify(state.member))
    else localStorage.removeItem(memberKey)
  } catch {
    // Without a network, the next page shows a guest.
  }
}

function recall(): AuthState {
  try {
    const member = JSON.parse(localStorage.getItem(memberKey) ?? 'null') as Member | null
    return member ? { status: 'signed-in', member } : { status: 'signed-out' }
  } catch {
    return { status: 'signed-out' }
  }
}

/** `undefined` when the site cannot be asked. */
async function readMember(): Promise<AuthState | undefined> {
  if (!navigator.onLine) return undefined
  try {
    const response = await fetch('/api/viewer')
    if (!response.ok) return undefined
    const { viewer } = (await response.json()) as { viewer: Member | null }
    return viewer ? { status: 'signed-in', member: viewer } : { status: 'signed-out' }
  } catch {
    return undefined
  }
}
