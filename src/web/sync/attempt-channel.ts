/** The channel on which pages of one device send each other messages about its attempts. */
import type { AttemptEvent } from '#exam/sync/attempt-sync.ts'

export type AttemptChannel = { post: (message: AttemptEvent) => void; close: () => void }

/** Earlier releases use the same name, so their open tabs receive these messages too. */
const channelName = 'praxam-runs'

/** On the channel, `started` has the name `begun`, because the previous release's open tabs know this name. */
type ChannelEvent = AttemptEvent | (Omit<Exclude<AttemptEvent, { type: 'gone' }>, 'type'> & { type: 'begun' })

/** Identifies this page among the pages of the device. */
const pageId = Math.random().toString(36).slice(2)

export function isFromThisPage(message: AttemptEvent): boolean {
  return message.type === 'gone' && message.page === pageId
}

/** Opens the channel. `onMessage` gets the messages of other pages, and of other channels that this page has opened. */
export function openAttemptChannel(onMessage: (message: AttemptEvent) => void): AttemptChannel {
  let channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName)
  channel?.addEventListener('message', ({ data }: MessageEvent<ChannelEvent>) =>
    onMessage(data.type === 'begun' ? { ...data, type: 'started' } : data),
  )
  return {
    post: (message) => {
      const event: ChannelEvent = message.type === 'started' ? { ...message, type: 'begun' } : message
      channel?.postMessage(event)
    },
    close: () => {
      channel?.close()
      channel = undefined
    },
  }
}

export function postAttemptEvent(message: AttemptEvent): void {
  const channel = openAttemptChannel(() => undefined)
  channel.post(message)
  channel.close()
}

/** Posts that the attempts of an owner were removed from this device, or now have another owner. */
export function postAttemptsGone(owner: AttemptEvent['owner']): void {
  postAttemptEvent({ type: 'gone', owner, page: pageId })
}
