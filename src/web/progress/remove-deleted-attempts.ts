/** What a member has deleted from the account leaves the device that asked for it, too. */
import { removeAttempts, openPageJournal } from '#web/sync/index.ts'

type Deleted = { attemptId: string } | { certificationId: string }

/** Where the actions lead when something was deleted; a session that is over leads to the sign-in page instead. */
const deletedPath = '/profile/history?done='

/**
 * Asks the server by `ask`, which leads to the history when something was deleted, and then deletes the same here. A storage
 * that does not answer keeps what it has: such a run says itself that the account has it no longer.
 */
export async function deleteHereToo<Answer>(ask: () => Promise<Answer>, deleted: Deleted): Promise<Answer> {
  try {
    return await ask()
  } catch (thrown) {
    const to = thrown instanceof Response ? thrown.headers.get('Location') : null
    if (to?.startsWith(deletedPath)) await forget(deleted).catch(() => undefined)
    throw thrown
  }
}

async function forget(deleted: Deleted): Promise<void> {
  const { journal } = await openPageJournal()
  await removeAttempts(journal, (run) =>
    'attemptId' in deleted ? run.id === deleted.attemptId : run.certificationId === deleted.certificationId,
  )
}
