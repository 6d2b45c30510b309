/**
 * The home page of a guest, or Today for a member. The server sends both to everyone; until the session has loaded, the styles
 * show the one that fits this device.
 */
import { Suspense, lazy } from 'react'
import { TodayWaiting } from '#web/today/today-waiting.tsx'
import { useLikelyMember } from '#web/today/use-likely-member.ts'
import '#web/styles/today.css'

const MemberHome = lazy(() => import('#web/today/member-home.tsx'))

export function MemberPlace({ children }: { children: React.ReactNode }) {
  const memberId = useLikelyMember()
  return (
    <>
      {memberId == null && <div className={memberId === undefined ? 'for-guests' : undefined}>{children}</div>}
      {memberId !== null && (
        <div className={memberId === undefined ? 'for-members' : undefined}>
          {memberId === undefined ? (
            <TodayWaiting />
          ) : (
            <Suspense fallback={<TodayWaiting />}>
              <MemberHome key={memberId} memberId={memberId} />
            </Suspense>
          )}
        </div>
      )}
    </>
  )
}
