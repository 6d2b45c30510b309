import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { transact } from '#server/db/transact.ts'
import { openJobs, usualPace } from '#server/platform/jobs.ts'
import type { MaintenanceTask } from '#server/platform/maintenance.ts'
import { jobFailures } from '#server/platform/events.ts'
import type { Log } from '#server/log.ts'
import { UndeliverableMail } from '#server/mail/mailer.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { silentLog } from '#tests/services.ts'
import { aLog, aMailer, aMessage, close, database, opened, prepareJobs } from '#server/platform/jobs.test-setup.ts'

prepareJobs()

/** Retries after one second, so that a test can wait for the retries. */
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

  test('leaves no row behind once it is sent, even while others of its batch are being sent', async () => {
    const sent: string[] = []
    const jobs = await open(async ({ text }) => {
      if (text === 'slow') await new Promise(() => undefined)
      sent.push(text)
    })
    await transact(database.db, async (transaction) => {
      for (const text of ['slow', 'a', 'b']) await jobs.sendMail(aMessage(text), transaction)
    })
    await vi.waitFor(() => expect(sent.toSorted()).toEqual(['a', 'b']), 5000)
    await vi.waitFor(async () => expect(await listJobs()).toMatchObject([{ state: 'active' }]), 2000)
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

async function listJobs() {
  const { rows } = await sql<{ state: string; retry_count: number }>`select state, retry_count from pgboss.job where name = 'mail'`.execute(
    database.db,
  )
  return rows
}
