import { sql } from 'kysely'
import { TestClock } from 'pg-boss'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { transact } from '#server/db/transact.ts'
import { openJobs, usualPace, type Jobs, type MaintenanceTask } from '#server/platform/jobs.ts'
import { jobFailures } from '#server/platform/events.ts'
import type { Log } from '#server/log.ts'
import { UndeliverableMail } from '#server/mail/mailer.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { openTestDatabase, silentLog, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const opened = new Set<Jobs>()
afterEach(async () => {
  for (const jobs of opened) await close(jobs)
  await sql`delete from pgboss.job`.execute(database.db)
  await sql`delete from pgboss.schedule`.execute(database.db)
  await sql`update pgboss.version set cron_on = null`.execute(database.db)
})

const minuteMs = 60_000

/** Retries after a second, so that a test can wait for them. */
const quickPace = { ...usualPace, retryDelaySeconds: 1, retryDelaySecondsMax: 1, pollSeconds: 0.5 }

describe('the queues', () => {
  test('report their jobs by state', async () => {
    const jobs = await open(() => Promise.reject(new Error('the mail server is away')), usualPace)
    await jobs.sendMail(aMessage('a'))
    await vi.waitFor(async () => expect(await listJobs()).toMatchObject([{ state: 'retry' }]), 2000)
    const counts = Object.fromEntries((await jobs.readQueues()).map((size) => [size.queue, size.counts]))
    // The retry is due in half a minute.
    expect(counts).toEqual({
      mail: { ready: 0, deferred: 1, active: 0, failed: 0 },
      maintenance: { ready: 0, deferred: 0, active: 0, failed: 0 },
    })
  })

  test('report failures as they happen', async () => {
    const failures: string[] = []
    const end = jobFailures.subscribe((queue) => failures.push(queue))
    const jobs = await open(() => Promise.reject(new UndeliverableMail('no such address')))
    await jobs.sendMail(aMessage('a'))
    await vi.waitFor(() => expect(failures).toEqual(['mail']), 2000)
    end()
  })
})

describe('a queued message', () => {
  test('is sent within two seconds and leaves no row behind', async () => {
    const { send, sent } = aMailer()
    const jobs = await open(send, usualPace)
    const start = performance.now()
    await jobs.sendMail(aMessage('a'))
    await vi.waitFor(() => expect(sent).toEqual(['a']), 2000)
    expect(performance.now() - start).toBeLessThan(2000)
    await vi.waitFor(async () => expect(await listJobs()).toEqual([]), 2000)
  })

  test('does not wait for the next poll if many were queued before it', async () => {
    const { send, sent } = aMailer()
    const jobs = await open(send, usualPace)
    const names = Array.from({ length: 23 }, (_, index) => `message ${index}`)
    await Promise.all(names.map((name) => jobs.sendMail(aMessage(name))))
    await vi.waitFor(() => expect(sent.toSorted()).toEqual(names.toSorted()), 4000)
  })

  test('is retried if it could not be sent', async () => {
    const { send, sent, attempts } = aMailer({ failures: 2 })
    const jobs = await open(send)
    await jobs.sendMail(aMessage('a'))
    await vi.waitFor(() => expect(sent).toEqual(['a']), 10_000)
    expect(attempts).toHaveLength(3)
  })

  test('does not delay other messages while it is refused', async () => {
    const { send, sent } = aMailer({ refused: 'a' })
    const jobs = await open(send, usualPace)
    await jobs.sendMail(aMessage('a'))
    await jobs.sendMail(aMessage('b'))
    await vi.waitFor(() => expect(sent).toEqual(['b']), 2000)
    await vi.waitFor(async () => expect(await listJobs()).toEqual([{ state: 'retry', retry_count: 0 }]), 2000)
  })

  test('is sent by the next process if its own has ended', async () => {
    const down = await open(aMailer({ failures: 99 }).send)
    await down.sendMail(aMessage('a'))
    await vi.waitFor(async () => expect(await listJobs()).toMatchObject([{ state: 'retry' }]), 5000)
    await close(down)
    const { send, sent } = aMailer()
    await open(send)
    await vi.waitFor(() => expect(sent).toEqual(['a']), 10_000)
  })

  test('is not lost if the process ends during an attempt', async () => {
    const endless = vi.fn(() => new Promise<void>(() => undefined))
    const down = await open(endless)
    await down.sendMail(aMessage('a'))
    await vi.waitFor(() => expect(endless).toHaveBeenCalled(), 5000)
    await close(down)
    const { send, sent } = aMailer()
    await open(send)
    await vi.waitFor(() => expect(sent).toEqual(['a']), 10_000)
  })

  test('is sent once by two processes', async () => {
    const { send, sent } = aMailer()
    const [one, other] = await Promise.all([open(send), open(send)])
    const names = Array.from({ length: 12 }, (_, index) => `message ${index}`)
    for (const [index, name] of names.entries()) await (index % 2 ? one : other).sendMail(aMessage(name))
    await vi.waitFor(async () => expect(await listJobs()).toEqual([]), 10_000)
    expect(sent.toSorted()).toEqual(names.toSorted())
  })
})

describe('a message queued by a transaction', () => {
  test('is sent once the transaction is committed', async () => {
    const { send, sent } = aMailer()
    const jobs = await open(send)
    await transact(database.db, (transaction) => jobs.sendMail(aMessage('a'), transaction))
    await vi.waitFor(() => expect(sent).toEqual(['a']), 5000)
  })

  test('is not queued if the transaction fails', async () => {
    const jobs = await open(aMailer().send)
    const failing = transact(database.db, async (transaction) => {
      await jobs.sendMail(aMessage('a'), transaction)
      throw new Error('The work failed')
    })
    await expect(failing).rejects.toThrow('failed')
    expect(await listJobs()).toEqual([])
  })
})

describe('a failed message', () => {
  test('is logged without its content, its link or its recipient', async () => {
    const { log, lines } = aLog()
    const jobs = await open(aMailer({ failures: 99 }).send, { ...quickPace, retriesMax: 1 }, [], log)
    await jobs.sendMail(aMessage('a'))
    await vi.waitFor(() => expect(lines.map(({ level }) => level)).toEqual(['warn', 'error']), 10_000)
    expect(lines[1]?.context).toMatchObject({ kind: 'verification', attempt: 2, reason: 'EENVELOPE', reply: 451 })
    expect(JSON.stringify(lines)).not.toMatch(/camille|token|subject of/)
    await vi.waitFor(async () => expect(await listJobs()).toEqual([{ state: 'failed', retry_count: 1 }]), 2000)
  })

  test('is not retried if no attempt can succeed', async () => {
    const { log, lines } = aLog()
    const jobs = await open(() => Promise.reject(new UndeliverableMail('Not an address')), quickPace, [], log)
    await jobs.sendMail(aMessage('a'))
    await vi.waitFor(async () => expect(await listJobs()).toEqual([{ state: 'failed', retry_count: 0 }]), 5000)
    expect(lines.map(({ level }) => level)).toEqual(['error'])
  })

  test('is due for deletion a minute later', async () => {
    const jobs = await open(() => Promise.reject(new UndeliverableMail('Not an address')))
    await jobs.sendMail(aMessage('a'))
    await vi.waitFor(async () => expect(await listJobs()).toMatchObject([{ state: 'failed' }]), 5000)
    const { rows } = await sql`select deletion_seconds as seconds from pgboss.job where name = 'mail'`.execute(database.db)
    expect(rows).toEqual([{ seconds: 60 }])
  })
})

test('an expired message is dropped and logged without its recipient', async () => {
  const { log, lines } = aLog()
  const { send, sent } = aMailer()
  const jobs = await open(send, quickPace, [], log)
  await jobs.sendMail({ ...aMessage('a'), goodUntil: new Date(Date.now() - 1000).toISOString() })
  await jobs.sendMail({ ...aMessage('b'), goodUntil: new Date(Date.now() + 60_000).toISOString() })
  await vi.waitFor(() => expect(sent).toEqual(['b']), 5000)
  await vi.waitFor(() => expect(lines.map(({ level }) => level)).toEqual(['warn']), 5000)
  expect(JSON.stringify(lines)).not.toMatch(/camille|subject of/)
})

describe('the default retries', () => {
  test('spread over more than a day, even with the shortest random delays', () => {
    const delays = Array.from({ length: usualPace.retriesMax }, (_, index) =>
      Math.min(usualPace.retryDelaySecondsMax, usualPace.retryDelaySeconds * 2 ** index),
    )
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(24 * 60 * 60)
  })
})

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

async function open(
  send: (message: MailMessage) => Promise<void>,
  pace = quickPace,
  maintenance: MaintenanceTask[] = [],
  log: Log = silentLog,
) {
  const jobs = await openJobs(database, { send }, log, maintenance, pace)
  opened.add(jobs)
  return jobs
}

async function close(jobs: Jobs) {
  opened.delete(jobs)
  await jobs.close()
}

/** A mailer that fails the first `failures` times, or always for the message `refused`. */
function aMailer({ failures = 0, refused = '' } = {}) {
  const sent: string[] = []
  const attempts: string[] = []
  const send = async ({ text }: MailMessage) => {
    attempts.push(text)
    if (attempts.length <= failures || text === refused)
      throw Object.assign(new Error('451 camille@praxam.example: later'), { code: 'EENVELOPE', responseCode: 451 })
    sent.push(text)
  }
  return { send, sent, attempts }
}

function aMessage(text: string): MailMessage {
  const action = 'https://praxam.example/verify-email?token=a1'
  return { kind: 'verification', to: { address: 'camille@praxam.example' }, subject: `subject of ${text}`, text, html: text, action }
}

async function listJobs() {
  const { rows } = await sql<{ state: string; retry_count: number }>`select state, retry_count from pgboss.job where name = 'mail'`.execute(
    database.db,
  )
  return rows
}

function aLog() {
  const lines: { level: string; context: object; message: string }[] = []
  const write = (level: string) => (context: object, message: string) => void lines.push({ level, context, message })
  return { lines, log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') } }
}
