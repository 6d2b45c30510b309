/**
 * Lets the job runner start after the site: it sends dozens of statements when it starts, and public pages do not need it. The job runner also
 * writes, so if the disk is nearly full, it starts as soon as there is room.
 */
import { DiskFull } from '#server/db/free-space.ts'
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
   * Starts the job runner. If the disk has no room, returns immediately, and the job runner starts as soon as there is room. Later calls wait
   * for the same start, or try again after a failure.
   *
   * @throws the error of the job runner
   */
  start: () => Promise<void>
}

export function deferJobs(open: () => Promise<Jobs>, { hasRoom, dataDir, log, setTimer = setSystemTimer }: DeferredOptions): DeferredJobs {
  const laterQueues: ((jobs: Jobs) => Promise<void>)[] = []
  let starting: Promise<void> | undefined
  let opening: Promise<Jobs> | undefined
  let opened: Jobs | undefined
  let isClosed = false
  let stopChecking = () => {}

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
  const openWithRoom = () => {
    if (opening || isClosed || !hasRoom()) return
    opening = openNow()
    opening.then(stopChecking, (error: unknown) => {
      opening = undefined
      log.error({ error }, 'The job runner could not start and will be tried again')
    })
  }
  const startNow = async () => {
    if (isClosed) return
    if (hasRoom()) return void (await (opening = openNow()))
    stopChecking = setTimer(openWithRoom, checkIntervalMs)
  }
  const start = () => {
    starting ??= startNow().catch((error: unknown) => {
      starting = undefined
      opening = undefined
      throw error
    })
    return starting
  }
  const running = async () => {
    if (!opened) await start()
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
