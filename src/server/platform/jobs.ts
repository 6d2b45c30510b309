/**
 * Later work: mail that has to leave, and the regular upkeep of the database. Jobs are rows of the database, kept by
 * pg-boss in a schema of its own, so a restart loses none, and several processes share them.
 *
 * | Mail | |
 * |---|---|
 * | queued | a row that holds the whole message with its link; sent at once by the process that queued it |
 * | sent | the row is removed; after a crash in between the message is sent a second time, rather than never |
 * | refused, or nobody answers | tried again after 30 s, 1 min, 2 min … up to an hour apart, for more than a day |
 * | given up | logged without its content; the row is removed within minutes |
 * | no longer good | a reminder that could not leave on its day: dropped, with a line in the log |
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { JobResult, JobWithMetadata } from 'pg-boss'
import type { Database } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Log } from '#server/log.ts'
import { UndeliverableMail, connectionsMax } from '#server/mail/mailer.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { MailMessage } from '#server/mail/messages.ts'

export type Jobs = {
  /** Queues a message durably; it leaves within seconds. Not to be called inside a transaction of the embedded database. */
  sendMail: (message: MailMessage) => Promise<void>
  /** Lets what is under way finish for a few seconds; the rest is tried again by the next process. */
  close: () => Promise<void>
}

/**
 * Work repeated by the clock, counted from midnight UTC: every 60 minutes is at each full hour. A time that passed while
 * the process was down is left out. Each process does it, so doing it twice must do no harm.
 */
export type Upkeep = { name: string; everyMinutes: number; run: (db: Kysely<Tables>, jobs: Pick<Jobs, 'sendMail'>) => Promise<void> }

export type JobPace = {
  retryDelaySeconds: number
  retryDelaySecondsMax: number
  retriesMax: number
  /** How often the queue is looked through for messages of other processes and for those to try again. */
  pollSeconds: number
  upkeepCheckMs: number
}

/** With the shortest delays chance can pick, the last of these attempts is made 24 hours after the first. */
export const usualPace: JobPace = {
  retryDelaySeconds: 30,
  retryDelaySecondsMax: 60 * 60,
  retriesMax: 30,
  pollSeconds: 10,
  upkeepCheckMs: 60_000,
}

const queue = 'mail'
/** Longer than any attempt: past it the process that sent it is taken for dead, and the message is tried again. */
const attemptSecondsMax = 120
const removeFailedAfterSeconds = 60
const removalIntervalSeconds = 300
const unusedIntervalSeconds = 60 * 60
const closeTimeoutMs = 5000

/** Starts working at once, also on what earlier processes left. The mailer and the database stay the caller's to close. */
export async function openJobs(
  database: Pick<Database, 'db' | 'pool' | 'engine'>,
  mailer: Pick<Mailer, 'send'>,
  log: Log,
  upkeep: Upkeep[] = [],
  pace: JobPace = usualPace,
): Promise<Jobs> {
  const boss = makeBoss(database, log)
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

function makeBoss(database: Pick<Database, 'pool' | 'engine'>, log: Log): PgBoss {
  const boss = new PgBoss({
    backend: database.engine === 'embedded' ? 'pglite' : 'postgres',
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    // Schedules and flows of jobs are not used, and rows this few need neither new indexes nor watching.
    schedule: false,
    flowIntervalSeconds: unusedIntervalSeconds,
    reindex: false,
    monitorVacuum: false,
    maintenanceIntervalSeconds: removalIntervalSeconds,
  })
  // What pg-boss reports may hold the parameters of a statement, so only its message is passed on.
  boss.on('error', ({ message }) => log.error({ reason: message }, 'The job runner reported an error'))
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'The job runner warns'))
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

/** One attempt; a message whose time is over is dropped. What is stored with the job is only whether it succeeded: replies of servers repeat addresses. */
async function attempt(job: JobWithMetadata<MailMessage>, mailer: Pick<Mailer, 'send'>, log: Log): Promise<JobResult> {
  if (job.data.goodUntil !== undefined && Date.parse(job.data.goodUntil) <= Date.now()) {
    log.warn({ job: job.id, kind: job.data.kind }, 'A message is dropped: what it says was good until now')
    return { id: job.id, status: 'deadletter' }
  }
  try {
    await mailer.send(job.data)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    const isLast = error instanceof UndeliverableMail || job.retryCount >= job.retryLimit
    const context = { job: job.id, kind: job.data.kind, attempt: job.retryCount + 1, ...reasonOf(error) }
    if (isLast) log.error(context, 'A message could not be sent and is given up')
    else log.warn(context, 'A message could not be sent and is tried again later')
    // Without a queue for dead letters this ends the job, and no attempt follows.
    return { id: job.id, status: isLast ? 'deadletter' : 'failed' }
  }
}

/** What an operator needs: `{ reason: 'EENVELOPE', reply: 550 }`. The message of the error would name the recipient. */
function reasonOf(error: unknown): { reason: string; reply?: number } {
  const { name, code, responseCode } = error as { name?: string; code?: unknown; responseCode?: unknown }
  return {
    reason: typeof code === 'string' ? code : String(name),
    ...(typeof responseCode === 'number' && { reply: responseCode }),
  }
}

/** The embedded database has no process of its own that would do these. */
const embeddedUpkeep: Upkeep[] = [
  { name: 'checkpoint', everyMinutes: 5, run: async (db) => void (await sql`CHECKPOINT`.execute(db)) },
  { name: 'vacuum', everyMinutes: 24 * 60, run: async (db) => void (await sql`VACUUM (ANALYZE)`.execute(db)) },
]

/** Gives back how to stop, which waits for the work under way. */
function startUpkeep(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  jobs: Pick<Jobs, 'sendMail'>,
  log: Log,
  upkeep: Upkeep[],
  checkMs: number,
): () => Promise<void> {
  const all = engine === 'embedded' ? [...embeddedUpkeep, ...upkeep] : upkeep
  let checkedAt = Date.now()
  let underWay: Promise<void> | undefined
  const check = () => {
    if (underWay) return
    const now = Date.now()
    const due = all.filter(({ everyMinutes }) => isDue(everyMinutes, checkedAt, now))
    checkedAt = now
    underWay = runInTurn(due, db, jobs, log).finally(() => (underWay = undefined))
  }
  const timer = setInterval(check, checkMs)
  return async () => {
    clearInterval(timer)
    await underWay
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
      log.error({ upkeep: name, error }, 'Upkeep of the database failed and is tried again at its next time')
    }
  }
}
