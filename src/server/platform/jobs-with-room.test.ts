import { describe, expect, test } from 'vitest'
import { isDiskFull } from '#server/db/free-space.ts'
import { openJobsWithRoom } from '#server/platform/jobs-with-room.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { silentLog } from '#tests/services.ts'

const message = { kind: 'reset' } as unknown as MailMessage

/** Jobs whose disk the test fills. `ring` lets the time of the next check come. */
function aJobRunner({ hasRoom = false, failures = 0 } = {}) {
  const state = {
    hasRoom,
    failures,
    opened: 0,
    closed: 0,
    sent: [] as MailMessage[],
    queues: [] as string[],
    added: [] as string[],
    ring: () => {},
  }
  const jobs: Jobs = {
    sendMail: async (sent) => void state.sent.push(sent),
    addQueue: async (name) => {
      state.queues.push(name)
      return async () => void state.added.push(name)
    },
    readQueues: async () => [],
    close: async () => void (state.closed += 1),
  }
  const open = async () => {
    if (state.failures-- > 0) throw new Error('No room after all')
    state.opened += 1
    return jobs
  }
  const setTimer = (ring: () => void) => {
    state.ring = ring
    return () => (state.ring = () => {})
  }
  const opening = openJobsWithRoom(open, { hasRoom: () => state.hasRoom, dataDir: '/data', log: silentLog, setTimer })
  const untilNextCheck = async () => {
    state.ring()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { state, opening, untilNextCheck }
}

describe('the job runner', () => {
  test('starts at once on a disk with room', async () => {
    const { state, opening } = aJobRunner({ hasRoom: true })
    await (await opening).sendMail(message)
    expect([state.opened, state.sent.length]).toEqual([1, 1])
  })

  test('starts once there is room, and refuses messages until then', async () => {
    const { state, opening, untilNextCheck } = aJobRunner()
    const jobs = await opening
    await untilNextCheck()
    const failure: unknown = await jobs.sendMail(message).catch((error: unknown) => error)
    expect([isDiskFull(failure), state.opened]).toEqual([true, 0])
    state.hasRoom = true
    await untilNextCheck()
    await untilNextCheck()
    await jobs.sendMail(message)
    expect([state.opened, state.sent.length]).toEqual([1, 1])
    await jobs.close()
    expect(state.closed).toBe(1)
  })

  test('has the queues that were added before it started', async () => {
    const { state, opening, untilNextCheck } = aJobRunner()
    const addJob = await (await opening).addQueue('edge-purge', async () => undefined)
    const failure: unknown = await addJob({}, 0).catch((error: unknown) => error)
    expect([isDiskFull(failure), state.queues]).toEqual([true, []])
    state.hasRoom = true
    await untilNextCheck()
    await addJob({}, 0)
    expect([state.queues, state.added]).toEqual([['edge-purge'], ['edge-purge']])
  })

  test('is tried again after a failure', async () => {
    const { state, untilNextCheck } = aJobRunner({ failures: 1 })
    state.hasRoom = true
    await untilNextCheck()
    expect(state.opened).toBe(0)
    await untilNextCheck()
    expect(state.opened).toBe(1)
  })

  test('that never started closes', async () => {
    const { opening, state } = aJobRunner()
    await (await opening).close()
    expect(state.closed).toBe(0)
  })
})
