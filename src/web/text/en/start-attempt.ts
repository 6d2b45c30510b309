/** Labels that start an attempt, and why one did not start. */
import { counted } from '#web/text/en/numbers.ts'

export const starting = {
  choosing: 'Choosing your questions',
  stoppedTitle: (number: number, total: number) => `You stopped at question ${number} of ${total}`,
  stopped: (answered: number) =>
    `You answered ${counted(answered, 'question')}. If you start a new attempt, this one is finished and its answers count.`,
  resume: 'Resume',
  startNew: 'Start New Attempt',
  failedTitle: 'Practice didn’t start',
  startPractice: 'Start Practice',
  startSimulation: 'Start Simulation',
  startCount: (count: number) => `Start ${count} Questions`,
  buildSet: 'Build a Custom Set',
  notStarted: {
    unavailable: 'We couldn’t start your practice because we couldn’t access your browser’s storage. Reload the page and try again.',
    full: 'We couldn’t start your practice because your browser’s storage is full. Free up some space and try again.',
  },
}
