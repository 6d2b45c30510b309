/** The member who is probably using the page: the signed-in member or, until the session has loaded, the member of the last page. */
import { useSyncExternalStore } from 'react'
import { useAuth } from '#web/accounts/index.ts'
import { readKnownMember } from '#web/sync/index.ts'

/** The id of the member, `null` for a guest, and `undefined` while nothing is known, as on the server. */
export function useLikelyMember(): string | null | undefined {
  const { state } = useAuth()
  const known = useSyncExternalStore(
    () => () => undefined,
    () => readKnownMember()?.id,
    () => undefined,
  )
  if (state.status === 'checking') return known
  return state.status === 'signed-in' ? state.member.id : null
}
