/** The time on a question. Pages load these texts when they show it. */
import { counted } from '#web/text/en/numbers.ts'

export const questionTime = {
  /** `1:24`, for a duration in milliseconds. */
  figure: (ms: number) => {
    const seconds = Math.floor(ms / 1000)
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  },
  /** `Time: 1 minute 24 seconds`, for screen readers. */
  name: (ms: number) => {
    const seconds = Math.floor(ms / 1000)
    const parts = [seconds >= 60 && counted(Math.floor(seconds / 60), 'minute'), counted(seconds % 60, 'second')]
    return `Time: ${parts.filter(Boolean).join(' ')}`
  },
}
