import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openJobs, usualPace, type Jobs, type Upkeep } from '#server/platform/jobs.ts'
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
  vi.useRealTimers()
  for (const jobs of opened) await close(jobs)
  await sql`delete from pgboss.job`.execute(database.db)
})

/** Retries after a second, so that a test can wait for them. */
const quickPace = { ...usualPace, retryDelaySeconds: 1, retryDelaySecondsMax: 1, pollSeconds: 0.5 }

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
    const { rows } = await sql`select deletion_seconds as seconds from pgboss.job`.execute(database.db)
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
    const upkeep: Upkeep[] = [{ name: 'writing', everyMinutes: 60, run: (_, jobs) => jobs.sendMail(aMessage('a')) }]
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T22:59:59Z') })
    await open(send, { ...quickPace, upkeepCheckMs: 20 }, upkeep)
    vi.setSystemTime(new Date('2026-11-21T23:00:01Z'))
    await vi.waitFor(() => expect(sent).toEqual(['a']), 5000)
  })

  test('runs at its time, in the given order, and continues after a failure', async () => {
    const { log, lines } = aLog()
    const done: string[] = []
    const upkeep = [
      { name: 'failing', everyMinutes: 60, run: () => Promise.reject(new Error('Not today')) },
      { name: 'hourly', everyMinutes: 60, run: async () => void done.push('hourly') },
      { name: 'daily', everyMinutes: 24 * 60, run: async () => void done.push('daily') },
    ]
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T22:59:00Z') })
    await open(aMailer().send, { ...usualPace, upkeepCheckMs: 20 }, upkeep, log)
    await pause(100)
    expect(done).toEqual([])
    vi.setSystemTime(new Date('2026-11-21T23:00:01Z'))
    await vi.waitFor(() => expect(done).toEqual(['hourly']), 2000)
    await pause(100)
    vi.setSystemTime(new Date('2026-11-22T00:00:00Z'))
    await vi.waitFor(() => expect(done).toEqual(['hourly', 'hourly', 'daily']), 2000)
    expect(lines.filter(({ level }) => level === 'error').map(({ context }) => context)).toMatchObject([
      { upkeep: 'failing' },
      { upkeep: 'failing' },
    ])
  })

  test('vacuums and checkpoints the embedded database', async () => {
    if (database.engine !== 'embedded') return
    const { log, lines } = aLog()
    const done: string[] = []
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T23:59:00Z') })
    await open(
      aMailer().send,
      { ...usualPace, upkeepCheckMs: 20 },
      [{ name: 'last', everyMinutes: 5, run: async () => void done.push('last') }],
      log,
    )
    vi.setSystemTime(new Date('2026-11-22T00:00:00Z'))
    await vi.waitFor(() => expect(done).toEqual(['last']), 5000)
    expect(lines).toEqual([])
    const { rows } = await sql<{ relname: string }>`select relname from pg_stat_user_tables where last_vacuum is not null`.execute(
      database.db,
    )
    expect(rows.map(({ relname }) => relname)).toContain('questions')
  })
})

async function open(send: (message: MailMessage) => Promise<void>, pace = quickPace, upkeep: Upkeep[] = [], log: Log = silentLog) {
  const jobs = await openJobs(database, { send }, log, upkeep, pace)
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
  const { rows } = await sql<{ state: string; retry_count: number }>`select state, retry_count from pgboss.job`.execute(database.db)
  return rows
}

function aLog() {
  const lines: { level: string; context: object; message: string }[] = []
  const write = (level: string) => (context: object, message: string) => void lines.push({ level, context, message })
  return { lines, log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') } }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
