import { sql } from 'kysely'
import { TestClock } from 'pg-boss'
import { describe, expect, test, vi } from 'vitest'
import { openJobs, usualPace } from '#server/platform/jobs.ts'
import type { MaintenanceTask } from '#server/platform/maintenance.ts'
import type { Log } from '#server/log.ts'
import { silentLog } from '#tests/services.ts'
import { aLog, aMailer, aMessage, close, database, opened, prepareJobs } from '#server/platform/jobs.test-setup.ts'

prepareJobs()

const minuteMs = 60_000

describe('maintenance', () => {
  test('can queue messages', async () => {
    const { send, sent } = aMailer()
    const maintenance: MaintenanceTask[] = [{ name: 'writing', cron: '0 * * * *', run: (_, jobs) => jobs.sendMail(aMessage('a')) }]
    const { clock } = await openAt('2026-11-21T22:59:30Z', maintenance, silentLog, send)
    await clock.tick(minuteMs)
    await vi.waitFor(() => expect(sent).toEqual(['a']), 5000)
  })

  test('runs once at its time and continues after a failure', async () => {
    const { log, lines } = aLog()
    const done: string[] = []
    const failing: MaintenanceTask = { name: 'failing', cron: '0 * * * *', run: () => Promise.reject(new Error('Not today')) }
    const { clock } = await openAt('2026-11-21T22:58:00Z', [failing, aTask('hourly', done), aTask('daily', done, '0 0 * * *')], log)
    const listFailures = () => lines.filter(({ level }) => level === 'error').map(({ context }) => context)
    await clock.tick(minuteMs)
    expect(done).toEqual([])
    await clock.tick(2 * minuteMs)
    await vi.waitFor(() => expect(done).toEqual(['hourly']), 2000)
    await vi.waitFor(() => expect(listFailures()).toMatchObject([{ maintenance: 'failing' }]), 2000)
    await clock.setTime('2026-11-21T23:59:30Z')
    await clock.tick(minuteMs)
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['daily', 'hourly', 'hourly']), 2000)
    await vi.waitFor(() => expect(listFailures()).toMatchObject([{ maintenance: 'failing' }, { maintenance: 'failing' }]), 2000)
  })

  test('runs in one of several processes', async () => {
    const done: string[] = []
    const { clock } = await openAt('2026-11-21T22:59:30Z', [aTask('hourly', done)])
    await openAt(clock, [aTask('hourly', done)])
    await clock.tick(2 * minuteMs)
    await vi.waitFor(() => expect(done).toEqual(['hourly']), 2000)
  })

  test('runs once after a start if no process was running at its time', async () => {
    const done: string[] = []
    const before = await openAt('2026-11-21T09:30:00Z', [aTask('hourly', done)])
    await before.clock.tick(minuteMs)
    await close(before.jobs)
    const { clock } = await openAt('2026-11-21T15:30:00Z', [aTask('hourly', done)])
    await clock.tick(minuteMs)
    await vi.waitFor(() => expect(done).toEqual(['hourly']), 2000)
  })

  test('is told when the process closes', async () => {
    let isToldToStop: Promise<void> | undefined
    const long: MaintenanceTask = {
      name: 'hourly',
      cron: '0 * * * *',
      run: (_db, _jobs, signal) => (isToldToStop = new Promise((resolve) => signal.addEventListener('abort', () => resolve()))),
    }
    const { clock, jobs } = await openAt('2026-11-21T22:59:30Z', [long])
    await clock.tick(minuteMs)
    await vi.waitFor(() => expect(isToldToStop).toBeDefined(), 2000)
    await close(jobs)
    await isToldToStop
  })

  test('does not run a task that this release does not have', async () => {
    const done: string[] = []
    const before = await openAt('2026-11-21T22:59:00Z', [aTask('removed', done)])
    await close(before.jobs)
    const { clock } = await openAt('2026-11-21T22:59:30Z', [aTask('hourly', done)])
    await clock.tick(minuteMs)
    await vi.waitFor(() => expect(done).toEqual(['hourly']), 2000)
    const { rows } = await sql`select key from pgboss.schedule where key in ('removed', 'hourly')`.execute(database.db)
    expect(rows).toEqual([{ key: 'hourly' }])
  })

  test('stores a task again only if it has changed', async () => {
    const readStored = async () =>
      (
        await sql<{ key: string; cron: string; updated_on: Date }>`select key, cron, updated_on from pgboss.schedule order by key`.execute(
          database.db,
        )
      ).rows
    const before = await openAt('2026-11-21T12:00:00Z', [aTask('moved', []), aTask('same', [])])
    const [moved, same] = await readStored().then((rows) => ['moved', 'same'].map((name) => rows.find(({ key }) => key === name)))
    await close(before.jobs)
    await openAt('2026-11-21T13:00:00Z', [aTask('moved', [], '30 * * * *'), aTask('same', [])])
    const after = await readStored()
    expect(after).toContainEqual(same)
    expect(after).not.toContainEqual(moved)
    expect(after.find(({ key }) => key === 'moved')).toMatchObject({ cron: '30 * * * *' })
  })

  test('vacuums and checkpoints the embedded database', async () => {
    if (database.engine !== 'embedded') return
    const { log, lines } = aLog()
    const { clock } = await openAt('2026-11-21T23:59:30Z', [], log)
    await clock.tick(minuteMs)
    const query = sql<{ relname: string }>`select relname from pg_stat_user_tables where last_vacuum is not null`
    const listVacuumed = async () => (await query.execute(database.db)).rows.map(({ relname }) => relname)
    await vi.waitFor(async () => expect(await listVacuumed()).toContain('questions'), 5000)
    expect(lines).toEqual([])
  })
})

function aTask(name: string, done: string[], cron = '0 * * * *'): MaintenanceTask {
  return { name, cron, run: async () => void done.push(name) }
}

/** Opens jobs on a clock that the test advances. pg-boss has one connection, whose statements read the same clock. */
async function openAt(start: string | TestClock, maintenance: MaintenanceTask[], log: Log = silentLog, send = aMailer().send) {
  const clock = typeof start === 'string' ? new TestClock(start) : start
  const client = database.engine === 'embedded' ? undefined : await database.pool.connect()
  const session = client ?? database.pool
  const db = {
    executeSql: (text: string, values?: unknown[]) => session.query(text, values),
    setSessionStatements: async (statements: readonly string[]) => {
      for (const statement of statements) await session.query(statement)
    },
  }
  const opening = await openJobs(database, { send }, log, maintenance, usualPace, { clock, db })
  const jobs = { ...opening, close: () => opening.close().finally(() => client?.release(true)) }
  opened.add(jobs)
  return { clock, jobs }
}
