/** Schedules sending the moves of an attempt. Downloads the sender on first use, so that guests who only practice never download it. */
import type { Journal } from '#web/sync/journal.ts'
import { loadMoveSender } from '#web/sync/lazy.ts'

export function enqueueMoves(journal: Journal, id: string): void {
  loadMoveSender().then(
    ({ getMoveSender }) => getMoveSender(journal.owner).enqueue(journal, id),
    () => undefined,
  )
}
