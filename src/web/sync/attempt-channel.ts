/** What pages tell each other, and their own parts, about the runs on this device. */
import type { QuestionSet } from '#exam/attempt.ts'
import type { DeviceOwner } from '#web/sync/known-member.ts'

export type AttemptEvent =
  /** `begun`: there is a new latest run of the set, `added`: a run has other moves, `sent`: the server has more of it. */
  | { type: 'begun' | 'added' | 'sent'; owner: DeviceOwner; id: string; certificationId: string; set: QuestionSet }
  /** The runs of somebody leave this device, or are somebody else's now. */
  | { type: 'gone'; owner: DeviceOwner }

export type AttemptChannel = { post: (news: AttemptEvent) => void; close: () => void }

/** Tells the other pages and everybody else on this one; hears what they tell. */
export function openAttemptChannel(onNews: (news: AttemptEvent) => void): AttemptChannel {
  let channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('praxam-runs')
  channel?.addEventListener('message', ({ data }: MessageEvent<AttemptEvent>) => onNews(data))
  return {
    post: (news) => channel?.postMessage(news),
    close: () => {
      channel?.close()
      channel = undefined
    },
  }
}
