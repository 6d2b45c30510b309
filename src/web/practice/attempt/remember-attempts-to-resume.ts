/** Loaded on demand: an attempt in progress needs none of the other code that plans the next one. */
import { listAttemptsToResume } from '#exam/planning/resume.ts'
import { rememberUnfinished } from '#web/layout/remember-unfinished.ts'
import { listRecentAttempts } from '#web/sync/index.ts'

/** Remembers them for the next page. @throws if the device stores nothing; then there is nothing to resume */
export async function rememberAttemptsToResume(owner: Parameters<typeof listRecentAttempts>[0]): Promise<void> {
  rememberUnfinished(listAttemptsToResume(await listRecentAttempts(owner), undefined))
}
