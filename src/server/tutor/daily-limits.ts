/** How many replies a member, a network of guests, and everyone together can get in 24 hours. */
import { dayMs } from '#exam/duration.ts'
import type { DailyReplies } from '#exam/tutor/tutor-contract.ts'
import type { Db } from '#server/db/tables.ts'
import { consumeRateLimit, findWindowEnd, readRequestCount, refundRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
import type { TutorSettings } from '#server/platform/tutor-settings.ts'

/** A member, or the network of a guest's IP address. */
export type LimitedCandidate = { readonly userId: string } | { readonly network: string }

/** Call `refund` if the request gets no reply, so that it does not count. */
export type DailyTurn =
  | { readonly ok: true; readonly refund: () => Promise<void> }
  | { readonly ok: false; readonly retryAfterSeconds: number }

export async function takeDailyTurn(db: Db, daily: TutorSettings['daily'], candidate: LimitedCandidate, now: Date): Promise<DailyTurn> {
  const taken: [RateLimit, string][] = []
  for (const [limit, subject] of listLimits(daily, candidate)) {
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

/** How many replies the candidate can still get: `left` also respects the limit for everyone together. */
export async function countDailyTurns(
  db: Db,
  daily: TutorSettings['daily'],
  candidate: LimitedCandidate,
  now: Date,
): Promise<DailyReplies> {
  const limits = listLimits(daily, candidate)
  const left = await Promise.all(limits.map(async ([limit, subject]) => limit.max - (await readRequestCount(db, limit, subject, now))))
  return { left: Math.max(0, Math.min(...left)), max: limits[0][0].max }
}

/** The candidate's own limit, then the limit for everyone together. */
function listLimits(daily: TutorSettings['daily'], candidate: LimitedCandidate): readonly [[RateLimit, string], [RateLimit, string]] {
  const own: [RateLimit, string] =
    'userId' in candidate
      ? [{ name: 'tutor-member', max: daily.perMember, windowMs: dayMs }, candidate.userId]
      : [{ name: 'tutor-network', max: daily.perNetwork, windowMs: dayMs }, candidate.network]
  return [own, [{ name: 'tutor-total', max: daily.total, windowMs: dayMs }, 'all']]
}
