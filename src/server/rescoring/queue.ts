/** Runs re-score jobs in the background: new jobs immediately, from the queue, and interrupted jobs at regular intervals. */
import { dayMs } from '#exam/duration.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { MaintenanceTask } from '#server/platform/maintenance.ts'
import type { ReminderServices } from '#server/reminders/index.ts'
import { sendCorrectionMails } from '#server/rescoring/correction-mail.ts'
import { continueRescore, type RescoreJobs } from '#server/rescoring/rescore.ts'

type MailServices = Omit<ReminderServices, 'jobs'>

/** Work stops after one minute, because a job in the queue may take only two. The rest becomes another job. */
const sliceMs = 60_000
/** The wait when other processes have locked the remaining attempts. */
const retrySeconds = 2
/** How long after its end a job is still run again, to find answers that were graded while the job started. */
const recentMs = 2 * dayMs

/** `stop` ends the work before the next batch. The next process resumes it. */
export async function openRescoreQueue(
  db: Kysely<Tables>,
  jobs: Pick<Jobs, 'addQueue' | 'sendMail'>,
  mail: MailServices,
): Promise<{ jobs: RescoreJobs; stop: () => void }> {
  const stopping = new AbortController()
  const addRescore = await jobs.addQueue<{ challengeId: string }>('rescore', async ({ challengeId }) => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(sliceMs)])
    const isDone = await runRescore(db, { ...mail, jobs }, challengeId, () => new Date(), signal)
    if (!isDone && !stopping.signal.aborted) await addRescore({ challengeId }, signal.aborted ? 0 : retrySeconds)
  })
  await queueUnfinished(db, addRescore)
  return { jobs: { addRescore }, stop: () => stopping.abort() }
}

/** Queues the jobs that an earlier process did not finish, for example because it was killed. */
async function queueUnfinished(db: Kysely<Tables>, addRescore: RescoreJobs['addRescore']): Promise<void> {
  const rows = await db
    .selectFrom('rescores')
    .select('challenge_id')
    .where((row) =>
      row.or([
        row('finished_at', 'is', null),
        row.exists(
          row
            .selectFrom('correction_notices as notice')
            .select('user_id')
            .whereRef('notice.challenge_id', '=', 'rescores.challenge_id')
            .where('mailed_at', 'is', null),
        ),
      ]),
    )
    .execute()
  // The maintenance finds jobs that cannot be queued now, for example because the disk is full.
  for (const { challenge_id: challengeId } of rows) await addRescore({ challengeId }, 0).catch(() => undefined)
}

/** Continues a job, and then sends its mail. @returns whether nothing is left */
export async function runRescore(
  db: Kysely<Tables>,
  services: ReminderServices,
  challengeId: string,
  now: () => Date,
  signal?: AbortSignal,
): Promise<boolean> {
  const isScored = await continueRescore(db, challengeId, now, signal)
  if (!isScored) return false
  await sendCorrectionMails(db, services, challengeId, now(), signal)
  return !signal?.aborted
}

/** Continues jobs whose process was killed, and looks again for answers that recent jobs could not see. */
export function rescoreMaintenance(mail: MailServices): MaintenanceTask {
  return {
    name: 'continue-rescores',
    cron: '*/5 * * * *',
    run: (db, jobs, signal) =>
      continueRescores(db, { ...mail, jobs }, () => new Date(), AbortSignal.any([signal, AbortSignal.timeout(sliceMs / 2)])),
  }
}

/** @throws the first failure, after all other jobs were tried */
export async function continueRescores(
  db: Kysely<Tables>,
  services: ReminderServices,
  now: () => Date,
  signal?: AbortSignal,
): Promise<void> {
  const since = new Date(now().getTime() - recentMs)
  const rows = await db
    .selectFrom('rescores')
    .select('challenge_id')
    .where((where) => where.or([where('finished_at', 'is', null), where('finished_at', '>=', since)]))
    .orderBy('started_at')
    .execute()
  const failures: unknown[] = []
  for (const { challenge_id: challengeId } of rows)
    await runRescore(db, services, challengeId, now, signal).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
