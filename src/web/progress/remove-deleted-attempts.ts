/** Removes from this device the attempts that a member has deleted from the account. */
import { removeAttempts, openPageJournal } from '#web/sync/index.ts'

type Deleted = { attemptId: string } | { certificationId: string }

/** The redirect after a deletion. When the session has ended, the redirect goes to the sign-in page instead. */
const deletedPath = '/profile/history?done='

/**
 * Calls the server action and, when it redirects to the history, deletes the same attempts on this device. If the storage is not available, the
 * attempts stay on the device, which later shows that the account no longer has them.
 */
export async function deleteOnDeviceToo<Result>(callServer: () => Promise<Result>, deleted: Deleted): Promise<Result> {
  try {
    return await callServer()
  } catch (thrown) {
    const to = thrown instanceof Response ? thrown.headers.get('Location') : null
    if (to?.startsWith(deletedPath)) await removeFromDevice(deleted).catch(() => undefined)
    throw thrown
  }
}

async function removeFromDevice(deleted: Deleted): Promise<void> {
  const { journal } = await openPageJournal()
  await removeAttempts(journal, (row) =>
    'attemptId' in deleted ? row.id === deleted.attemptId : row.certificationId === deleted.certificationId,
  )
}
