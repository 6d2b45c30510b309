/**
 * Lets the job runner start after the site: it sends dozens of statements when it starts, and public pages do not need it. The job runner also
 * writes, so if the disk is nearly full, it starts as soon as there is room.
 */
import { DiskFull, isDiskFull } from '#server/db/free-space.ts'
import type { AddJob, Jobs } from '#server/platform/jobs.ts'
import type { Log } from '#server/log.ts'

/** A full disk of a PostgreSQL server is noticed only when the job runner fails, so it is tried again after this time. */
const retryMs = 5_000

type DeferredOptions = {
  hasRoom: () => boolean
  /** Named in the error message when something cannot be queued yet. */
  dataDir: string
  log: Log
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

/**
 * The job runner starts when `start` is called, or when the first message or job is queued. Without room on the disk, queuing throws
 * {@link DiskFull}. The first message or job must not be queued in a transaction of the embedded database, because the job runner would wait
 * for the end of the transaction.
 */
export type DeferredJobs = Jobs & {
  /**
   * Starts the job runner. Returns whether it runs: `false` while the disk has no room, and a later call tries again. Concurrent calls share a
   * try. After a failure, the next call tries again.
   *
   * @throws the error of the job runner
   */
  start: () => Promise<boolean>
}

export function deferJobs(
  open: () => Promise<Jobs>,
  { hasRoom, dataDir, log, now = () => performance.now() }: DeferredOptions,
): DeferredJobs {
  const laterQueues: ((jobs: Jobs) => Promise<void>)[] = []
  let opening: Promise<Jobs> | undefined
  let opened: Jobs | undefined
  let isClosed = false
  let waitsForRoom = false
  let nextTryAt = -Infinity

  const openNow = async () => {
    const jobs = await open()
    try {
      for (const addQueue of laterQueues) await addQueue(jobs)
    } catch (error) {
      await jobs.close().catch(() => undefined)
      throw error
    }
    return (opened = jobs)
  }
  const openOnce = () => {
    opening ??= openNow().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const start = async () => {
    if (opened || isClosed) return opened !== undefined
    if (hasRoom() && now() >= nextTryAt) {
      try {
        await openOnce()
        return true
      } catch (error) {
        if (!isDiskFull(error)) throw error
        nextTryAt = now() + retryMs
      }
    }
    if (!waitsForRoom) log.warn({}, 'The job runner waits for room on the disk')
    waitsForRoom = true
    return false
  }
  const running = async () => {
    // Once the job runner waits for room, only `start` tries again: a message in a transaction would block the start, and wait for it.
    if (!opened && !waitsForRoom) await start()
    if (isClosed) throw new Error('The job runner is closed')
    if (!opened) throw new DiskFull(dataDir)
    return opened
  }

  return {
    start,
    sendMail: async (message, transaction) => (await running()).sendMail(message, transaction),
    addQueue: async <Data extends object>(name: string, work: (data: Data) => Promise<void>): Promise<AddJob<Data>> => {
      if (opened) return opened.addQueue(name, work)
      let addJob: AddJob<Data> | undefined
      laterQueues.push(async (jobs) => void (addJob = await jobs.addQueue(name, work)))
      return async (data, delaySeconds) => {
        await running()
        await addJob?.(data, delaySeconds)
      }
    },
    readQueues: async () => opened?.readQueues() ?? [],
    close: async () => {
      isClosed = true
      await (await opening?.catch(() => undefined))?.close()
    },
  }
}
