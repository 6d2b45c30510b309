/** The time on a question. Pages load these texts when they show it. */
import { questionTime as english } from '#web/text/en/question-time.ts'
import { counted } from '#web/text/fr/numbers.ts'

export const questionTime: typeof english = {
  figure: english.figure,
  name: (ms) => {
    const seconds = Math.floor(ms / 1000)
    const parts = [seconds >= 60 && counted(Math.floor(seconds / 60), 'minute'), counted(seconds % 60, 'seconde')]
    return `Temps\u00a0: ${parts.filter(Boolean).join(' ')}`
  },
}
