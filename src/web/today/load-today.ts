/** Loads what a member or a guest can do next. */
import { listAttemptsToResume, type DeviceAttempt, type OpenAttempt } from '#exam/planning/resume.ts'
import type { TodaySummary } from '#server/today/index.ts'

/** `unfinished`: the attempts to resume. `hasUnsent`: whether the account lacks moves of an attempt on this device. */
type LoadedToday = { summary: TodaySummary | undefined; unfinished: readonly OpenAttempt[]; hasUnsent: boolean }

/**
 * Reads the attempts on this device before the summary of the account, so that the summary contains what the device had sent by then. The other
 * way around, an attempt that is sent in between would be in neither.
 */
export async function loadToday(
  listOnDevice: () => Promise<readonly DeviceAttempt[]>,
  fetchSummary: () => Promise<TodaySummary | undefined>,
): Promise<LoadedToday> {
  const onDevice = await listOnDevice().catch((): DeviceAttempt[] => [])
  const summary = await fetchSummary()
  return {
    summary,
    unfinished: listAttemptsToResume(onDevice, summary?.unfinished),
    hasUnsent: onDevice.some(({ isUnsent }) => isUnsent),
  }
}
