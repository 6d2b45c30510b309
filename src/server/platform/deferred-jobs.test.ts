import { describe, expect, test } from 'vitest'
import { DiskFull, isDiskFull } from '#server/db/free-space.ts'
import { deferJobs } from '#server/platform/deferred-jobs.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { silentLog } from '#tests/services.ts'

const message = { kind: 'reset' } as unknown as MailMessage

/** Jobs on a disk that the test can fill. `nowMs` is its clock. */
function aJobRunner({ hasRoom = false, failures = 0, queueFailures = 0, failure = new Error('No room after all') } = {}) {
  const state = {
    hasRoom,
    failures,
    tries: 0,
    opened: 0,
    closed: 0,
    sent: [] as MailMessage[],
    queues: [] as string[],
    added: [] as string[],
    nowMs: 0,
  }
  const jobs: Jobs = {
    sendMail: async (sent) => void state.sent.push(sent),
    addQueue: async (name) => {
      if (queueFailures-- > 0) throw new Error('No such queue')
      state.queues.push(name)
      return async () => void state.added.push(name)
    },
    readQueues: async () => [],
    close: async () => void (state.closed += 1),
  }
  const open = async () => {
    state.tries += 1
    if (state.failures-- > 0) throw failure
    state.opened += 1
    return jobs
  }
  const deferred = deferJobs(open, { hasRoom: () => state.hasRoom, dataDir: '/data', log: silentLog, now: () => state.nowMs })
  return { state, deferred }
}

describe('the job runner', () => {
  test('starts with the first message, once', async () => {
    const { state, deferred } = aJobRunner({ hasRoom: true })
    expect(state.opened).toBe(0)
    await Promise.all([deferred.sendMail(message), deferred.sendMail(message), deferred.start()])
    expect([state.opened, state.sent.length]).toEqual([1, 2])
  })

  test('starts once there is room, and refuses messages until then', async () => {
    const { state, deferred } = aJobRunner()
    expect(await deferred.start()).toBe(false)
    const failure: unknown = await deferred.sendMail(message).catch((error: unknown) => error)
    expect([isDiskFull(failure), state.tries]).toEqual([true, 0])
    state.hasRoom = true
    expect(await Promise.all([deferred.start(), deferred.start(), deferred.start()])).toEqual([true, true, true])
    await deferred.sendMail(message)
    expect([state.tries, state.sent.length]).toEqual([1, 1])
    await deferred.close()
    expect(state.closed).toBe(1)
  })

  test('refuses a message instead of waiting, so that a transaction does not wait for itself', async () => {
    const { state, deferred } = aJobRunner()
    await deferred.start()
    state.hasRoom = true
    const failure: unknown = await deferred.sendMail(message).catch((error: unknown) => error)
    expect([isDiskFull(failure), state.tries]).toEqual([true, 0])
  })

  test('reports its error after there is room, and can be started again', async () => {
    const { state, deferred } = aJobRunner({ failures: 1 })
    await deferred.start()
    state.hasRoom = true
    await expect(deferred.start()).rejects.toThrow('No room after all')
    expect(await deferred.start()).toBe(true)
    expect([state.tries, state.opened]).toEqual([2, 1])
  })

  // A PostgreSQL server does not say in advance that its disk is full.
  test('that finds the disk full during its start is tried again after five seconds, not with every request', async () => {
    const { state, deferred } = aJobRunner({ hasRoom: true, failures: 1, failure: new DiskFull('/data', 0) })
    for (let request = 0; request < 10; request++) expect(await deferred.start()).toBe(false)
    expect(state.tries).toBe(1)
    state.nowMs = 5_000
    expect(await deferred.start()).toBe(true)
    expect([state.tries, state.opened]).toEqual([2, 1])
  })

  test('has the queues that were added before it started', async () => {
    const { state, deferred } = aJobRunner()
    const addJob = await deferred.addQueue('edge-purge', async () => undefined)
    const failure: unknown = await addJob({}, 0).catch((error: unknown) => error)
    expect([isDiskFull(failure), state.queues]).toEqual([true, []])
    state.hasRoom = true
    await deferred.start()
    await addJob({}, 0)
    expect([state.queues, state.added]).toEqual([['edge-purge'], ['edge-purge']])
  })

  test('that cannot start on a disk with room reports its error, and can be started again', async () => {
    const { state, deferred } = aJobRunner({ hasRoom: true, failures: 1 })
    await expect(deferred.start()).rejects.toThrow('No room after all')
    await deferred.sendMail(message)
    expect([state.opened, state.sent.length]).toEqual([1, 1])
  })

  test('is closed if a queue cannot be added', async () => {
    const { state, deferred } = aJobRunner({ hasRoom: true, queueFailures: 1 })
    await deferred.addQueue('edge-purge', async () => undefined)
    await expect(deferred.start()).rejects.toThrow('No such queue')
    await deferred.start()
    expect([state.opened, state.closed, state.queues]).toEqual([2, 1, ['edge-purge']])
  })

  test('that never started closes, and does not start afterwards', async () => {
    const { deferred, state } = aJobRunner({ hasRoom: true })
    await deferred.close()
    await deferred.start()
    expect([state.opened, state.closed]).toEqual([0, 0])
  })
})
