/** Jobs on a disk that may be nearly full: the job runner writes when it starts, so it starts as soon as there is room. */
import { DiskFull } from '#server/db/free-space.ts'
import type { AddJob, Jobs } from '#server/platform/jobs.ts'
import type { Log } from '#server/log.ts'

const checkIntervalMs = 5_000

type RoomOptions = {
  hasRoom: () => boolean
  /** For the error of what cannot be queued yet. */
  dataDir: string
  log: Log
  /** Calls `ring` repeatedly, and returns a function that ends it. */
  setTimer?: (ring: () => void, ms: number) => () => void
}

/** Opens the jobs now, or later if the disk has no room. Until then, nothing can be queued: {@link DiskFull}. */
export async function openJobsWithRoom(
  open: () => Promise<Jobs>,
  { hasRoom, dataDir, log, setTimer = setSystemTimer }: RoomOptions,
): Promise<Jobs> {
  if (hasRoom()) return open()
  let opening: Promise<Jobs> | undefined
  let opened: Jobs | undefined
  const laterQueues: ((jobs: Jobs) => Promise<void>)[] = []
  const cancel = setTimer(() => {
    if (opening || !hasRoom()) return
    opening = open().then(async (jobs) => {
      for (const addQueue of laterQueues) await addQueue(jobs)
      return jobs
    })
    opening.then(
      (jobs) => {
        opened = jobs
        cancel()
      },
      (error: unknown) => {
        opening = undefined
        log.error({ error }, 'The job runner could not start and will be tried again')
      },
    )
  }, checkIntervalMs)
  return {
    sendMail: async (message) => {
      if (!opened) throw new DiskFull(dataDir)
      await opened.sendMail(message)
    },
    addQueue: async <Data extends object>(name: string, work: (data: Data) => Promise<void>): Promise<AddJob<Data>> => {
      if (opened) return opened.addQueue(name, work)
      let addJob: AddJob<Data> | undefined
      laterQueues.push(async (jobs) => void (addJob = await jobs.addQueue(name, work)))
      return async (data: Data, delaySeconds: number) => {
        if (!addJob) throw new DiskFull(dataDir)
        await addJob(data, delaySeconds)
      }
    },
    readQueues: async () => opened?.readQueues() ?? [],
    close: async () => {
      cancel()
      await (await opening?.catch(() => undefined))?.close()
    },
  }
}

function setSystemTimer(ring: () => void, ms: number): () => void {
  const timer = setInterval(ring, ms).unref()
  return () => clearInterval(timer)
}
