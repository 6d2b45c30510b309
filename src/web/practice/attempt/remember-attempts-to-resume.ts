/** A separate module, loaded on demand, because an attempt in progress does not need the other code for choosing the next attempt. */
import { listAttemptsToResume } from '#exam/planning/resume.ts'
import { rememberUnfinished } from '#web/layout/remember-unfinished.ts'
import { listRecentAttempts } from '#web/sync/index.ts'

/** Remembers the attempts to resume for the next page. @throws if the device stores nothing; then there is nothing to resume */
export async function rememberAttemptsToResume(owner: Parameters<typeof listRecentAttempts>[0]): Promise<void> {
  rememberUnfinished(listAttemptsToResume(await listRecentAttempts(owner), undefined))
}
