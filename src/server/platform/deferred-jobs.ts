/**
 * Lets the job runner start after the site: it sends dozens of statements when it starts, and public pages do not need it. The job runner also
 * writes, so if the disk is nearly full, it starts as soon as there is room.
 */
import { DiskFull, isDiskFull } from '#server/db/free-space.ts'
import type { AddJob, Jobs } from '#server/platform/jobs.ts'
import type { Log } from '#server/log.ts'

const checkIntervalMs = 5_000

type DeferredOptions = {
  hasRoom: () => boolean
  /** Named in the error message when something cannot be queued yet. */
  dataDir: string
  log: Log
  /** Calls `ring` repeatedly, and returns a function that ends the calls. */
  setTimer?: (ring: () => void, ms: number) => () => void
}

/**
 * The job runner starts when `start` is called, or when the first message or job is queued. Without room on the disk, queuing throws
 * {@link DiskFull}. The first message or job must not be queued in a transaction of the embedded database, because the job runner would wait
 * for the end of the transaction.
 */
export type DeferredJobs = Jobs & {
  /**
   * Starts the job runner. If the disk has no room, returns immediately, and the job runner starts with the next call after there is room, or
   * within seconds. Concurrent calls wait for the same start. Calls after a failure try again.
   *
   * @throws the error of the job runner
   */
  start: () => Promise<void>
}

export function deferJobs(open: () => Promise<Jobs>, { hasRoom, dataDir, log, setTimer = setSystemTimer }: DeferredOptions): DeferredJobs {
  const laterQueues: ((jobs: Jobs) => Promise<void>)[] = []
  let starting: Promise<void> | undefined
  let opening: Promise<Jobs> | undefined
  let retrying: Promise<void> | undefined
  let opened: Jobs | undefined
  let isClosed = false
  let waitsForRoom = false
  let stopChecking = () => {}

  const openNow = async () => {
    const jobs = await open()
    try {
      for (const addQueue of laterQueues) await addQueue(jobs)
    } catch (error) {
      await jobs.close().catch(() => undefined)
      throw error
    }
    stopChecking()
    return (opened = jobs)
  }
  /** Concurrent calls share one try. */
  const openOnce = () => {
    opening ??= openNow().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  /** A failure is only logged, so that pages still work. */
  const openWithRoom = async () => {
    if (opened || isClosed || !hasRoom()) return
    retrying ??= openOnce()
      .then(
        () => undefined,
        (error: unknown) => log.error({ error }, 'The job runner could not start and will be tried again'),
      )
      .finally(() => (retrying = undefined))
    await retrying
  }
  const startNow = async () => {
    if (isClosed) return
    try {
      if (hasRoom()) return void (await openOnce())
    } catch (error) {
      if (!isDiskFull(error)) throw error
    }
    waitsForRoom = true
    stopChecking = setTimer(() => void openWithRoom(), checkIntervalMs)
  }
  const start = () => {
    if (waitsForRoom) return openWithRoom()
    starting ??= startNow().catch((error: unknown) => {
      starting = undefined
      throw error
    })
    return starting
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
      stopChecking()
      await (await opening?.catch(() => undefined))?.close()
    },
  }
}

function setSystemTimer(ring: () => void, ms: number): () => void {
  const timer = setInterval(ring, ms).unref()
  return () => clearInterval(timer)
}
