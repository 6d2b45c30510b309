import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAttemptChannel, type AttemptChannel } from '#web/sync/attempt-channel.ts'

const event = { owner: null, id: 'attempt-1', certificationId: 'mb-800', set: 'all' } as const
const onMessage = vi.fn()
const onOldTabMessage = vi.fn()
let channel: AttemptChannel
/** The channel as an open tab of an earlier release uses it. */
let oldTab: BroadcastChannel

beforeEach(() => {
  channel = openAttemptChannel(onMessage)
  oldTab = new BroadcastChannel('praxam-runs')
  oldTab.addEventListener('message', ({ data }) => onOldTabMessage(data))
})
afterEach(() => {
  channel.close()
  oldTab.close()
  vi.clearAllMocks()
})

test('a new attempt is posted by the name that earlier releases know', async () => {
  channel.post({ ...event, type: 'started' })
  channel.post({ ...event, type: 'added' })
  await vi.waitFor(() => expect(onOldTabMessage.mock.calls).toEqual([[{ ...event, type: 'begun' }], [{ ...event, type: 'added' }]]))
})

test('a new attempt is received by either name', async () => {
  for (const type of ['begun', 'started']) oldTab.postMessage({ ...event, type })
  await vi.waitFor(() => expect(onMessage.mock.calls).toEqual([[{ ...event, type: 'started' }], [{ ...event, type: 'started' }]]))
})
