/** A separate module, loaded on demand, so that an attempt loads without the code that lists attempts to resume. */
import { listAttemptsToResume } from '#exam/planning/resume.ts'
import { rememberUnfinished } from '#web/layout/remember-unfinished.ts'
import { listRecentAttempts } from '#web/sync/index.ts'

/** Remembers, for the next page, the attempts to resume. @throws if the device storage cannot be accessed; then there is nothing to resume */
export async function rememberAttemptsToResume(owner: Parameters<typeof listRecentAttempts>[0]): Promise<void> {
  rememberUnfinished(listAttemptsToResume(await listRecentAttempts(owner), undefined))
}
