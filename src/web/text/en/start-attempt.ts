/** Starting an attempt with drawn questions. Pages load these texts when they start one. */
import { counted } from '#web/text/en/numbers.ts'

export const starting = {
  choosing: 'Choosing your questions',
  stoppedTitle: (number: number, total: number) => `You stopped at question ${number} of ${total}`,
  stopped: (answered: number) =>
    `You answered ${counted(answered, 'question')}. If you start a new attempt, this one is finished and its answers count.`,
  resume: 'Resume',
  startNew: 'Start New Attempt',
  failedTitle: 'Practice didn’t start',
}
