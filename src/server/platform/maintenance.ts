/**
 * Regular maintenance. The tasks are pg-boss schedules: a task starts within a minute of its time, in one process. If the time passed while
 * no process was running, the task runs once after the next start.
 */
import { sql, type Kysely } from 'kysely'
import type { Job, PgBoss } from 'pg-boss'
import type { Database } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Log } from '#server/log.ts'
import { jobFailures } from '#server/platform/events.ts'
import type { JobPace, Jobs } from '#server/platform/jobs.ts'

/**
 * A task that runs regularly. `name` may contain letters, digits, and hyphens. `cron` is a cron expression in UTC, such as `0 * * * *`. A
 * task may run twice, for example after a crash, so a second run must be harmless.
 */
export type MaintenanceTask = {
  name: string
  cron: string
  run: (db: Kysely<Tables>, jobs: Pick<Jobs, 'sendMail'>, signal: AbortSignal) => Promise<void>
}

export const maintenanceQueue = 'maintenance'
/** The queue through which pg-boss sends the jobs of schedules. */
const scheduleQueue = '__pgboss__send-it'
const maintenanceBatchSize = 20
/** A task whose time passed while no process was running runs once. */
const missed = 'once'
/** Jobs that have ended are removed after this time. */
export const removeAfterSeconds = 60

/** The embedded database has no background processes for these tasks. */
const embeddedMaintenance: MaintenanceTask[] = [
  { name: 'checkpoint', cron: '*/5 * * * *', run: async (db) => void (await sql`CHECKPOINT`.execute(db)) },
  { name: 'vacuum', cron: '0 0 * * *', run: async (db) => void (await sql`VACUUM (ANALYZE)`.execute(db)) },
]

/** Replaces the stored schedules with the tasks of this release, and runs the tasks that are due one after the other. */
export async function startMaintenance(
  boss: PgBoss,
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  jobs: Pick<Jobs, 'sendMail'>,
  closing: AbortSignal,
  log: Log,
  maintenance: MaintenanceTask[],
  pace: JobPace,
): Promise<void> {
  const tasks = new Map([...(engine === 'embedded' ? embeddedMaintenance : []), ...maintenance].map((task) => [task.name, task]))
  await boss.createQueue(maintenanceQueue, { retryLimit: 0, deleteAfterSeconds: removeAfterSeconds })
  await boss.updateQueue(scheduleQueue, { deleteAfterSeconds: removeAfterSeconds })
  const stored = await boss.getSchedules(maintenanceQueue)
  for (const { key } of stored) if (!tasks.has(key)) await boss.unschedule(maintenanceQueue, key)
  // Parsing the cron expressions and writing their rows takes a large part of the startup time.
  const isStored = ({ name, cron }: MaintenanceTask) =>
    stored.some((schedule) => schedule.key === name && schedule.cron === cron && schedule.options?.missed === missed)
  for (const task of tasks.values())
    if (!isStored(task)) await boss.schedule(maintenanceQueue, task.cron, { name: task.name }, { key: task.name, missed })
  await boss.work(
    maintenanceQueue,
    { batchSize: maintenanceBatchSize, pollingIntervalSeconds: pace.pollSeconds },
    async (due: Job<{ name: string }>[]) => {
      for (const { data } of due) await runTask(tasks.get(data.name), db, jobs, closing, log)
    },
  )
}

/** A task of another release is undefined and does not run. */
async function runTask(
  task: MaintenanceTask | undefined,
  db: Kysely<Tables>,
  jobs: Pick<Jobs, 'sendMail'>,
  closing: AbortSignal,
  log: Log,
): Promise<void> {
  try {
    await task?.run(db, jobs, closing)
  } catch (error) {
    jobFailures.publish('maintenance')
    log.error({ maintenance: task?.name, error }, 'A maintenance task failed and will run again at its next time')
  }
}
