/** Messages that pages of one device send each other about its attempts. */
import type { QuestionSet } from '#exam/attempt.ts'
import type { DeviceOwner } from '#exam/sync/device-journal.ts'

export type AttemptEvent =
  /** `started`: the set has a new latest attempt; `added`: the attempt has more moves; `sent`: the server has more of its moves. */
  | { type: 'started' | 'added' | 'sent'; owner: DeviceOwner; id: string; certificationId: string; set: QuestionSet }
  /** The owner's attempts were removed from this device or now have another owner. `page`: the id of the page that did so. */
  | { type: 'gone'; owner: DeviceOwner; page?: string }
