/**
 * Background jobs: sending mail, and regular maintenance. pg-boss stores each message as a row in its own schema, so a restart loses
 * none, and several processes share the queue.
 *
 * | state of a message | what happens |
 * |---|---|
 * | queued | the row contains the complete message with its link; the process that queued it sends it immediately |
 * | sent | the row is deleted; after a crash before that, the message is sent twice |
 * | refused, or no response | retried after 30 s, 1 min, 2 min … up to an hour apart, for more than a day |
 * | failed | logged without its content; the row is deleted within minutes |
 * | expired | a reminder that could not be sent on its day is dropped and logged |
 */
import type { ConstructorOptions, Job, JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import { isOutage } from '#server/db/availability.ts'
import type { Database } from '#server/db/database.ts'
import type { Db } from '#server/db/tables.ts'
import type { Log } from '#server/log.ts'
import { jobFailures } from '#server/platform/events.ts'
import { maintenanceQueue, removeAfterSeconds, startMaintenance, type MaintenanceTask } from '#server/platform/maintenance.ts'
import { UndeliverableMail, connectionsMax, type Mailer } from '#server/mail/mailer.ts'
import type { MailMessage } from '#server/mail/messages.ts'

export type Jobs = {
  /**
   * Queues a message durably. It is sent within seconds or, if it is queued by a transaction, at the next poll after the commit.
   * Inside a transaction of the embedded database, pass that transaction.
   */
  sendMail: (message: MailMessage, transaction?: Db) => Promise<void>
  /**
   * Adds a queue whose jobs are stored. A job is retried until `work` succeeds, for about an hour, and may run twice. Returns the function
   * that adds a job. `name` may contain letters, digits, and hyphens.
   */
  addQueue: <Data extends object>(name: string, work: (data: Data) => Promise<void>) => Promise<AddJob<Data>>
  /** The number of jobs in each queue, at most a minute old. */
  readQueues: () => Promise<QueueSize[]>
  /** Waits a few seconds for jobs in progress. The next process retries those that did not finish. */
  close: () => Promise<void>
}

/** The job starts after the delay. */
export type AddJob<Data> = (data: Data, delaySeconds: number) => Promise<void>

/** A ready job waits for its turn; a deferred one, such as a retry, waits for its time. Failed jobs are removed after a few minutes. */
export type QueueSize = { queue: string; counts: Record<'ready' | 'deferred' | 'active' | 'failed', number> }

export type JobPace = {
  retryDelaySeconds: number
  retryDelaySecondsMax: number
  retriesMax: number
  /** How often the queues are polled for retries, for messages from other processes, and for due tasks. */
  pollSeconds: number
}

/** Even with the shortest random delays, the last attempt is at least 24 hours after the first. */
export const usualPace: JobPace = {
  retryDelaySeconds: 30,
  retryDelaySecondsMax: 60 * 60,
  retriesMax: 30,
  pollSeconds: 10,
}

const queue = 'mail'
/** Longer than any attempt. After this time, the sending process is considered dead, and the message is retried. */
const attemptSecondsMax = 120
/** Retries of jobs other than mail, which take about an hour in total. */
const soonSeconds = 5
const soonSecondsMax = 5 * 60
const soonRetriesMax = 20
const removalIntervalSeconds = 300
const unusedIntervalSeconds = 60 * 60
const closeTimeoutMs = 5000

/** Starts working immediately, including on messages from earlier processes. The caller must close the mailer and the database. */
export async function openJobs(
  database: Pick<Database, 'db' | 'pool' | 'engine' | 'jobBackend'>,
  mailer: Pick<Mailer, 'send'>,
  log: Log,
  maintenance: MaintenanceTask[] = [],
  pace: JobPace = usualPace,
  bossOptions: Pick<ConstructorOptions, 'clock' | 'db'> = {},
): Promise<Jobs> {
  const boss = await createBoss(database, log, pace, bossOptions)
  try {
    return await startBoss(boss, database, mailer, log, maintenance, pace)
  } catch (error) {
    // Otherwise, anything that has already started would keep running alongside the next attempt.
    await boss.stop({ timeout: 0 }).catch(() => undefined)
    throw error
  }
}

async function startBoss(
  boss: PgBoss,
  database: Pick<Database, 'db' | 'engine'>,
  mailer: Pick<Mailer, 'send'>,
  log: Log,
  maintenance: MaintenanceTask[],
  pace: JobPace,
): Promise<Jobs> {
  const { fromKysely } = await import('pg-boss')
  await boss.start()
  await boss.createQueue(queue)
  const worker = await boss.work(
    queue,
    { ...workOptions, pollingIntervalSeconds: pace.pollSeconds },
    (jobs: JobWithMetadata<MailMessage>[]) =>
      Promise.all(
        jobs.map(async (job) => {
          const result = await attempt(job, mailer, log)
          // Immediately, because the process may end while it sends other messages of the batch.
          if (result.status === 'completed') await boss.deleteJob(queue, job.id)
          return result
        }),
      ),
  )
  const sendMail: Jobs['sendMail'] = async (message, transaction) => {
    if (transaction) {
      await boss.send(queue, message, { ...jobOptions(pace), db: fromKysely(transaction) })
      return
    }
    await boss.send(queue, message, jobOptions(pace))
    boss.notifyWorker(worker)
  }
  const closing = new AbortController()
  await startMaintenance(boss, database, { sendMail }, closing.signal, log, maintenance, pace)
  const added: string[] = []
  return {
    sendMail,
    addQueue: async (name, work) => {
      added.push(name)
      return startQueue(boss, name, work, pace)
    },
    readQueues: () => Promise.all([queue, maintenanceQueue, ...added].map((name) => readQueue(boss, name))),
    close: async () => {
      closing.abort()
      // Waits for the task in progress.
      await boss.offWork(maintenanceQueue)
      await boss.stop({ timeout: closeTimeoutMs })
    },
  }
}

async function startQueue<Data extends object>(
  boss: PgBoss,
  name: string,
  work: (data: Data) => Promise<void>,
  pace: JobPace,
): Promise<AddJob<Data>> {
  await boss.createQueue(name)
  const worker = await boss.work(name, { pollingIntervalSeconds: pace.pollSeconds }, async (jobs: Job<Data>[]) => {
    for (const { data } of jobs) {
      await work(data).catch((error: unknown) => {
        jobFailures.publish(name)
        throw error
      })
    }
  })
  const options = {
    ...jobOptions(pace),
    retryDelay: Math.min(pace.retryDelaySeconds, soonSeconds),
    retryDelayMax: soonSecondsMax,
    retryLimit: soonRetriesMax,
  }
  return async (data, delaySeconds) => {
    await boss.send(name, data, { ...options, startAfter: delaySeconds })
    if (delaySeconds === 0) boss.notifyWorker(worker)
  }
}

async function readQueue(boss: PgBoss, name: string): Promise<QueueSize> {
  const [size] = await boss.getQueueStats(name, { force: true })
  const { readyCount = 0, deferredCount = 0, activeCount = 0, failedCount = 0 } = size ?? {}
  return { queue: name, counts: { ready: readyCount, deferred: deferredCount, active: activeCount, failed: failedCount } }
}

/** Loads pg-boss only now, because the first pages are served before the jobs start. */
async function createBoss(
  database: Pick<Database, 'pool' | 'jobBackend'>,
  log: Log,
  pace: JobPace,
  options: ConstructorOptions,
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    backend: database.jobBackend,
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    cronWorkerIntervalSeconds: Math.max(1, pace.pollSeconds),
    // We do not use flows, and a queue with few rows needs no reindexing and no vacuum monitoring.
    flowIntervalSeconds: unusedIntervalSeconds,
    reindex: false,
    monitorVacuum: false,
    maintenanceIntervalSeconds: removalIntervalSeconds,
    ...options,
  })
  // An error of pg-boss may contain the parameters of a statement, so only its message is logged.
  boss.on('error', (error) => log[isOutage(error) ? 'debug' : 'error']({ reason: error.message }, 'The job runner reported an error'))
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'The job runner reported a warning'))
  return boss
}

const workOptions = { batchSize: connectionsMax, burstWhenBatchFull: true, perJobResults: true, includeMetadata: true } as const

function jobOptions(pace: JobPace) {
  return {
    retryBackoff: true,
    retryDelay: pace.retryDelaySeconds,
    retryDelayMax: pace.retryDelaySecondsMax,
    retryLimit: pace.retriesMax,
    expireInSeconds: attemptSecondsMax,
    deleteAfterSeconds: removeAfterSeconds,
  }
}

/** Tries to send a message, or drops it if it has expired. The row only stores whether this succeeded, because server replies contain addresses. */
async function attempt(job: JobWithMetadata<MailMessage>, mailer: Pick<Mailer, 'send'>, log: Log): Promise<JobResult> {
  if (job.data.goodUntil !== undefined && Date.parse(job.data.goodUntil) <= Date.now()) {
    log.warn({ job: job.id, kind: job.data.kind }, 'An expired message was dropped')
    return { id: job.id, status: 'deadletter' }
  }
  try {
    await mailer.send(job.data)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    jobFailures.publish('mail')
    const isLast = error instanceof UndeliverableMail || job.retryCount >= job.retryLimit
    const context = { job: job.id, kind: job.data.kind, attempt: job.retryCount + 1, ...reasonOf(error) }
    if (isLast) log.error(context, 'A message could not be sent and will not be retried')
    else log.warn(context, 'A message could not be sent and will be retried')
    // Without a dead letter queue, this ends the job without a retry.
    return { id: job.id, status: isLast ? 'deadletter' : 'failed' }
  }
}

/** The error for the log: `{ reason: 'EENVELOPE', reply: 550 }`. Its message would contain the recipient. */
function reasonOf(error: unknown): { reason: string; reply?: number } {
  const { name, code, responseCode } = error as { name?: string; code?: unknown; responseCode?: unknown }
  return {
    reason: typeof code === 'string' ? code : String(name),
    ...(typeof responseCode === 'number' && { reply: responseCode }),
  }
}
