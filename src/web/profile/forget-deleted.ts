/** What a member has deleted from the account leaves the device that asked for it, too. */
import { journalOfPage } from '#web/exam/journal.ts'
import { forgetRuns } from '#web/exam/sent-moves.ts'

type Deleted = { attemptId: string } | { certificationId: string }

/**
 * Asks the server by `ask`, which ends with a redirect when something was deleted, and then deletes the same here. A storage
 * that does not answer keeps what it has: such a run says itself that the account has it no longer.
 */
export async function deleteHereToo<Answer>(ask: () => Promise<Answer>, deleted: Deleted): Promise<Answer> {
  try {
    return await ask()
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status >= 300 && thrown.status < 400) await forget(deleted).catch(() => undefined)
    throw thrown
  }
}

async function forget(deleted: Deleted): Promise<void> {
  const { journal } = await journalOfPage()
  await forgetRuns(journal, (run) =>
    'attemptId' in deleted ? run.id === deleted.attemptId : run.certificationId === deleted.certificationId,
  )
}
