/** Corrected answer keys: the preview and progress for administrators, and what members see of their corrected results. */
import { day } from '#web/text/en/figures/dates.ts'
import { counted, number } from '#web/text/en/numbers.ts'
import type { RescorePreviewData } from '#server/rescoring/index.ts'

type Kept = RescorePreviewData['kept'][number]

const keptReasons: Record<Kept['reason'], string> = {
  type: 'it has a different question type',
  options: 'its options are different',
  entries: 'its answer key has a different number of entries',
  missing: 'it is not stored',
}

/** `+12`, `−3`, `0`. */
function change(count: number): string {
  return count > 0 ? `+${number(count)}` : count < 0 ? `−${number(-count)}` : '0'
}

export const rescoring = {
  previewTitle: 'What this correction changes',
  none: 'No member has answered an earlier version of this question, so no results change.',
  nothingChanges: (attempts: number, members: number) =>
    `${counted(attempts, 'attempt')} by ${counted(members, 'member')} will be graded with the corrected answer key. No results change.`,
  summary: (attempts: number, members: number, changedMembers: number) =>
    `${counted(attempts, 'attempt')} by ${counted(members, 'member')} will be graded again. Grades change for ${counted(changedMembers, 'member')}, who will be notified.`,
  columns: { what: 'What changes', count: 'How many' },
  toCorrect: 'Answers that become correct',
  toIncorrect: 'Answers that become incorrect',
  simulationsGained: 'Simulations that reach the passing score',
  simulationsLost: 'Simulations that fall below the passing score',
  practiceGained: 'Practice results that reach the passing score',
  practiceLost: 'Practice results that fall below the passing score',
  cards: 'Review cards rescheduled',
  progress: 'Members whose progress changes',
  scoresTitle: 'Scores that change',
  scoreColumns: { points: 'Percentage points', attempts: 'Attempts' },
  points: (points: number) => (points === 0 ? 'Less than half a point' : change(points)),
  keptTitle: 'Results that stay as they are',
  kept: ({ version, reason, attempts }: Kept) =>
    `${counted(attempts, 'attempt')} with version ${version}: ${keptReasons[reason]}, so the answers can’t be compared.`,

  progressTitle: 'Grading again',
  running: 'Results are being corrected. You can leave this page; the work continues.',
  finished: (attempts: number, notices: number) =>
    `Done: ${counted(attempts, 'attempt')} graded again, ${counted(notices, 'member')} notified.`,
  done: (done: number, total: number) => `${number(done)} of ${counted(total, 'attempt')}`,
  progressLabel: 'Attempts graded again',

  noticesLabel: 'Corrected results',
  notice: (id: string, date: string, attempts: number) =>
    `On ${day(date)}, we corrected the answer key of a question in ${id} that you answered. Your answer was graded again in ${attempts === 1 ? 'one attempt' : `${number(attempts)} attempts`}.`,
  toAttempt: (attempts: number): string => (attempts === 1 ? 'See the attempt' : 'See the latest attempt'),
  toChanges: 'All corrections',
  dismiss: 'Dismiss',
  dismissing: 'Dismissing...',
  notDismissed: 'The notice couldn’t be dismissed. Check your connection and try again.',

  earlierTitle: 'Corrected',
  earlierResult: (date: string, correct: number, total: number) =>
    `Result before the correction of ${day(date)}: ${number(correct)} of ${number(total)}`,
  /** An attempt that was in progress at the time. */
  earlierAnswer: (date: string) => `An answer key was corrected on ${day(date)}`,
  becameCorrect: 'Your answer used to count as incorrect and now counts as correct.',
  becameIncorrect: 'Your answer used to count as correct and now counts as incorrect.',
  unchanged: 'Your answer counts as before.',
  reason: 'Reason for the correction',
  earlierQuestion: 'The question as it was',
  earlierExplanation: 'Explanation at the time',
}
