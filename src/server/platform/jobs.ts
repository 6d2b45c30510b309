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
 *
 * Maintenance has its own timer: a pg-boss schedule would poll another queue, and the embedded database has only one session.
 */
import { sql, type Kysely } from 'kysely'
import { PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss'
import type { Database } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Log } from '#server/log.ts'
import { UndeliverableMail, connectionsMax, type Mailer } from '#server/mail/mailer.ts'
import type { MailMessage } from '#server/mail/messages.ts'

export type Jobs = {
  /** Queues a message durably. It is sent within seconds. Must not be called inside a transaction of the embedded database. */
  sendMail: (message: MailMessage) => Promise<void>
  /** Waits a few seconds for jobs in progress. The next process retries the rest. */
  close: () => Promise<void>
}

/**
 * A task that runs regularly, counted from midnight UTC: every 60 minutes means at each full hour. A time that passed while the
 * process was down is skipped. Each process runs the task, so running it twice must be harmless.
 */
export type Upkeep = { name: string; everyMinutes: number; run: (db: Kysely<Tables>, jobs: Pick<Jobs, 'sendMail'>) => Promise<void> }

export type JobPace = {
  retryDelaySeconds: number
  retryDelaySecondsMax: number
  retriesMax: number
  /** How often the queue is polled for retries and for messages of other processes. */
  pollSeconds: number
  upkeepCheckMs: number
}

/** With the shortest random delays, the last of these attempts is 24 hours after the first. */
export const usualPace: JobPace = {
  retryDelaySeconds: 30,
  retryDelaySecondsMax: 60 * 60,
  retriesMax: 30,
  pollSeconds: 10,
  upkeepCheckMs: 60_000,
}

const queue = 'mail'
/** Longer than any attempt. After this time, the sending process is considered dead, and the message is retried. */
const attemptSecondsMax = 120
const removeFailedAfterSeconds = 60
const removalIntervalSeconds = 300
const unusedIntervalSeconds = 60 * 60
const closeTimeoutMs = 5000

/** Starts working immediately, also on messages of earlier processes. The caller must close the mailer and the database. */
export async function openJobs(
  database: Pick<Database, 'db' | 'pool' | 'engine'>,
  mailer: Pick<Mailer, 'send'>,
  log: Log,
  upkeep: Upkeep[] = [],
  pace: JobPace = usualPace,
): Promise<Jobs> {
  const boss = createBoss(database, log)
  await boss.start()
  await boss.createQueue(queue)
  const worker = await boss.work(
    queue,
    { ...workOptions, pollingIntervalSeconds: pace.pollSeconds },
    async (jobs: JobWithMetadata<MailMessage>[]) => {
      const results = await Promise.all(jobs.map((job) => attempt(job, mailer, log)))
      const sent = jobs.filter((_, index) => results[index]?.status === 'completed')
      if (sent.length > 0) await boss.deleteJob(queue, sent)
      return results
    },
  )
  const sendMail = async (message: MailMessage) => {
    await boss.send(queue, message, jobOptions(pace))
    boss.notifyWorker(worker)
  }
  const stopUpkeep = startUpkeep(database, { sendMail }, log, upkeep, pace.upkeepCheckMs)
  return {
    sendMail,
    close: async () => {
      await stopUpkeep()
      await boss.stop({ timeout: closeTimeoutMs })
    },
  }
}

function createBoss(database: Pick<Database, 'pool' | 'engine'>, log: Log): PgBoss {
  const boss = new PgBoss({
    backend: database.engine === 'embedded' ? 'pglite' : 'postgres',
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    // We do not use schedules and flows, and a queue with few rows needs no reindexing and no vacuum monitoring.
    schedule: false,
    flowIntervalSeconds: unusedIntervalSeconds,
    reindex: false,
    monitorVacuum: false,
    maintenanceIntervalSeconds: removalIntervalSeconds,
  })
  // An error of pg-boss may contain the parameters of a statement, so only its message is logged.
  boss.on('error', ({ message }) => log.error({ reason: message }, 'The job runner reported an error'))
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
    deleteAfterSeconds: removeFailedAfterSeconds,
  }
}

/** One attempt to send. An expired message is dropped. The row only stores whether it succeeded, because server replies contain addresses. */
async function attempt(job: JobWithMetadata<MailMessage>, mailer: Pick<Mailer, 'send'>, log: Log): Promise<JobResult> {
  if (job.data.goodUntil !== undefined && Date.parse(job.data.goodUntil) <= Date.now()) {
    log.warn({ job: job.id, kind: job.data.kind }, 'An expired message was dropped')
    return { id: job.id, status: 'deadletter' }
  }
  try {
    await mailer.send(job.data)
    return { id: job.id, status: 'completed' }
  } catch (error) {
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

/** The embedded database has no background processes for these tasks. */
const embeddedUpkeep: Upkeep[] = [
  { name: 'checkpoint', everyMinutes: 5, run: async (db) => void (await sql`CHECKPOINT`.execute(db)) },
  { name: 'vacuum', everyMinutes: 24 * 60, run: async (db) => void (await sql`VACUUM (ANALYZE)`.execute(db)) },
]

/** Returns a function that stops the timer and waits for the task in progress. */
function startUpkeep(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  jobs: Pick<Jobs, 'sendMail'>,
  log: Log,
  upkeep: Upkeep[],
  checkMs: number,
): () => Promise<void> {
  const all = engine === 'embedded' ? [...embeddedUpkeep, ...upkeep] : upkeep
  let checkedAt = Date.now()
  let running: Promise<void> | undefined
  const check = () => {
    if (running) return
    const now = Date.now()
    const due = all.filter(({ everyMinutes }) => isDue(everyMinutes, checkedAt, now))
    checkedAt = now
    running = runInTurn(due, db, jobs, log).finally(() => (running = undefined))
  }
  const timer = setInterval(check, checkMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

function isDue(everyMinutes: number, checkedAt: number, now: number): boolean {
  const everyMs = everyMinutes * 60_000
  return Math.floor(now / everyMs) > Math.floor(checkedAt / everyMs)
}

async function runInTurn(upkeep: Upkeep[], db: Kysely<Tables>, jobs: Pick<Jobs, 'sendMail'>, log: Log): Promise<void> {
  for (const { name, run } of upkeep) {
    try {
      await run(db, jobs)
    } catch (error) {
      log.error({ upkeep: name, error }, 'A maintenance task failed and will run again at its next time')
    }
  }
}
