/** How many replies a member, a network of guests, and all together may get in 24 hours. */
import { dayMs } from '#exam/duration.ts'
import type { Db } from '#server/db/tables.ts'
import { consumeRateLimit, findWindowEnd, refundRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
import type { TutorSettings } from '#server/platform/tutor-settings.ts'

/** A member, or a guest by the network of their address. */
export type LimitedCandidate = { readonly userId: string } | { readonly network: string }

/** `refund`: a request without a reply does not count. */
export type DailyTurn =
  | { readonly ok: true; readonly refund: () => Promise<void> }
  | { readonly ok: false; readonly retryAfterSeconds: number }

export async function takeDailyTurn(db: Db, daily: TutorSettings['daily'], candidate: LimitedCandidate, now: Date): Promise<DailyTurn> {
  const own: [RateLimit, string] =
    'userId' in candidate
      ? [{ name: 'tutor-member', max: daily.perMember, windowMs: dayMs }, candidate.userId]
      : [{ name: 'tutor-network', max: daily.perNetwork, windowMs: dayMs }, candidate.network]
  const taken: [RateLimit, string][] = []
  for (const [limit, subject] of [own, [{ name: 'tutor-total', max: daily.total, windowMs: dayMs }, 'all']] as [RateLimit, string][]) {
    taken.push([limit, subject])
    if (await consumeRateLimit(db, limit, subject, now)) continue
    await refund()
    const endsAt = await findWindowEnd(db, limit, subject)
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(((endsAt?.getTime() ?? now.getTime()) - now.getTime()) / 1000)) }
  }
  return { ok: true, refund }

  async function refund(): Promise<void> {
    for (const [limit, subject] of taken.splice(0)) await refundRateLimit(db, limit, subject)
  }
}
