/** Measures how an event affects members. */
import type { Cluster } from './cluster.ts'
import type { ClusterEvent } from './events.ts'
import type { Save } from './members.ts'

/**
 * `firstSaveSeconds`: time from the event until the first acknowledgment of a save that was sent after it. `longestWaitSeconds`: the longest
 * time that an answer waited for its acknowledgment, without the time before the event. `restartsByHand`: restarts of processes that had ended.
 */
export type EventResult = {
  name: string
  firstSaveSeconds: number
  longestWaitSeconds: number
  saves: number
  failedSaves: number
  failedPages: number
  restartsByHand: number
}

const savedTimeoutMs = 30_000

export async function measureEvent(name: string, event: ClusterEvent, cluster: Cluster): Promise<EventResult> {
  const { members, readers, processes } = cluster
  const failedSavesBefore = members.failedRequests()
  const failedPagesBefore = readers.count().failed
  const sinceMs = await event.run(cluster)
  await members.untilAllSaved(sinceMs, savedTimeoutMs)
  await event.repair?.(cluster)
  let restartsByHand = 0
  for (const process of processes) if (await process.restartIfEnded()) restartsByHand += 1
  const saves = members.saves.filter(({ acknowledgedAt }) => acknowledgedAt >= sinceMs)
  return {
    name,
    firstSaveSeconds: secondsUntilFirstSave(saves, sinceMs),
    longestWaitSeconds: longestWaitSeconds(saves, sinceMs),
    saves: saves.length,
    failedSaves: members.failedRequests() - failedSavesBefore,
    failedPages: readers.count().failed - failedPagesBefore,
    restartsByHand,
  }
}

/** `Infinity` if no save sent after `sinceMs` was acknowledged. */
export function secondsUntilFirstSave(saves: readonly Save[], sinceMs: number): number {
  const times = saves.filter(({ sentAt }) => sentAt >= sinceMs).map(({ acknowledgedAt }) => acknowledgedAt)
  return (Math.min(...times) - sinceMs) / 1000
}

/** The longest wait for answers given before or during the event. Time before the event does not count. `Infinity` if nothing was saved. */
export function longestWaitSeconds(saves: readonly Save[], sinceMs: number): number {
  if (saves.length === 0) return Infinity
  return Math.max(...saves.map(({ madeAt, acknowledgedAt }) => acknowledgedAt - Math.max(madeAt, sinceMs))) / 1000
}
