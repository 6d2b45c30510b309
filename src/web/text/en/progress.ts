/** What a member has practised: counters, activity, progress by certification, history. */
import { shareAnswersMin, trendAnswers } from '#exam/progress.ts'
import type { Share, DayOfPractice } from '#exam/progress.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import { day, span } from '#web/text/en/numbers.ts'

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)
const answersWord = (count: number) => counted(count, 'answer', 'answers')
const minutesOf = (ms: number) => Math.round(ms / 60_000)

export const progress = {
  figures: { certifications: 'Certifications', exams: 'Practice Exams', hours: 'Study Hours' },
  hours: (ms: number) => {
    const hours = ms / 3_600_000
    return String(hours < 10 ? Math.round(hours * 10) / 10 : Math.round(hours))
  },
  counted: (since: string | null) =>
    `Counted from what your account keeps${since === null ? '' : `, since ${day(since)}`}: certifications with an answer, finished runs, and the time between one step and the next, without pauses longer than five minutes.`,

  nothingTitle: 'Nothing practised yet',
  nothing: 'Choose an exam and answer a question: it is counted here, whichever device you use.',
  chooseExam: 'Choose an exam',

  activity: 'The last twelve weeks',
  activityLabel: (answers: number, days: number) =>
    `${answersWord(answers)} on ${counted(days, 'day', 'days')} of the last twelve weeks. The figures follow in a table.`,
  activityCaption: (answersMost: number, msMost: number) =>
    `Above the line the answers of each day, ${answersMost} at most; below it the minutes, ${minutesOf(msMost)} at most.`,
  activityZone: (timeZone: string) => `Days as they are in ${timeZone.replaceAll('_', ' ')}.`,
  noActivity: 'Nothing in the last twelve weeks.',
  showDays: 'Each day as a table',
  dayColumns: { day: 'Day', answers: 'Answers', minutes: 'Minutes' },
  daysLeftOut: 'Days without practice are left out.',
  minutes: (ms: DayOfPractice['activeMs']) => (ms > 0 && ms < 60_000 ? 'under 1' : String(minutesOf(ms))),
  /** `2026-09-02` → `2 Sep`. */
  weekLabel: (date: string) =>
    day(date)
      .split(' ')
      .slice(0, 2)
      .join(' ')
      .replace(/(\d+ \w{3})\w*/, '$1'),
  day,

  title: 'Progress',
  lastRun: (percent: number, isPassed: boolean) => `Last run ${percent}%${isPassed ? ', passed' : ''}`,
  noRun: 'No finished run yet',
  seen: (seen: number, size: number) => `${seen} of ${size} questions seen`,
  outlineLabel: (id: string) => `Your answers by skill area of ${id}. The figures stand on the page behind it.`,
  history: 'All your practice',

  pageTitle: (id: string) => `Your progress in ${id}`,
  practise: 'Practise',
  byArea: 'By skill area',
  byAreaText:
    'Each area is as wide as it weighs in the exam. It is filled as far across as you have seen its questions, and as high as your latest answers to them are right.',
  byAreaLabel: 'What you have seen and had right in each skill area, over the outline. The figures follow in the list.',
  seenColumn: 'Seen',
  rightColumn: 'Right',
  seenOf: (seen: number, size: number) => `${seen} of ${size}`,
  share: ({ correct, total, percent }: Share) =>
    total === 0 ? '–' : percent === null ? `${correct} of ${total}, not enough yet` : `${percent}% of ${total}`,
  enough: `A percentage is shown from ${shareAnswersMin} answers on; below that it is not enough yet to say.`,

  trend: 'Over time',
  trendLatest: ({ total, percent }: Share) =>
    percent === null
      ? `Not enough yet to say how you are doing: ${answersWord(total)} so far, ${shareAnswersMin} are needed.`
      : `Of your latest ${answersWord(total)}, ${percent}% are right.`,
  trendBefore: ({ total, percent }: Share) =>
    percent === null
      ? `There are too few answers before them to compare with; it takes more than ${trendAnswers} in all.`
      : `Of the ${answersWord(total)} before them it was ${percent}%.`,
  runsLabel: (count: number) =>
    `Percent of your ${count === 1 ? 'latest run' : `latest ${count} runs`}, the last on the right. The figures follow in a table.`,
  runsDrawn: (count: number) => `Finished runs with fewer than ${count} questions are in the table, but not drawn.`,
  noRuns: 'No finished run yet. Finish one, and its result stands here.',
  runColumns: { finished: 'Finished', kind: 'Kind', correct: 'Correct', score: 'Score' },
  practice: 'Practice',
  simulation: 'Simulation',
  correctOf: (correct: number, total: number) => `${correct} of ${total}`,
  percent: (value: number) => `${value}%`,

  startOver: 'Start over',
  startOverText: (id: string, count: number) =>
    `This deletes all your practice of ${id} from your account: ${counted(count, 'run', 'runs')} with every answer, and what the daily review has planned. Your counters follow. It cannot be undone.`,
  startOverNow: (id: string) => `Delete my practice of ${id}`,
  deleting: 'Deleting...',

  historyTitle: 'Your practice',
  historyText: 'Every run that your account keeps, the latest first.',
  historyColumns: { run: 'Run', begun: 'Begun', result: 'Result', next: 'What you can do' },
  sets: (set: QuestionSet, area: string | undefined) => {
    switch (set) {
      case 'all':
        return 'All questions'
      case 'mistakes':
        return 'Earlier mistakes'
      case 'chosen':
        return 'A set of your own'
      case 'review':
        return 'Daily review'
      case 'simulation':
        return 'Simulation'
      default:
        return area ?? `Skill area ${set.slice('area-'.length)}`
    }
  },
  at: (date: string, time: string) => `${day(date)}, ${time}`,
  underWay: (answered: number, asked: number) => `Under way, ${answered} of ${asked} answered`,
  leftUnfinished: (answered: number, asked: number) => `Left unfinished, ${answered} of ${asked} answered`,
  result: (percent: number, correct: number, total: number) => `${percent}%, ${correct} of ${total}`,
  noResult: 'Finished, but none of its questions counts',
  continue: 'Continue',
  older: 'Earlier runs',
  newest: 'Back to the latest',
  done: {
    'attempt-deleted': 'The run is deleted, and your counters follow.',
    'practice-deleted': 'Your practice of this exam is deleted, and your counters follow.',
  } as Record<string, string>,

  attemptTitle: (id: string) => `A run of ${id}`,
  attemptFinished: (date: string, time: string, tookMs: number) => `Finished on ${day(date)}, ${time}, after ${span(tookMs)}`,
  attemptBegun: (date: string, time: string) => `Begun on ${day(date)}, ${time}`,
  asAsked: 'The questions stand here as they were when the run began, whatever has been changed since.',
  sealed: 'A simulation shows its questions and keys here once it is submitted.',
  answeredSoFar: (answered: number, asked: number) => `${answered} of ${asked} questions answered so far.`,
  revealedSoFar: 'Those whose answer you have revealed stand below. The others follow when the run is finished.',
  noneRevealed: 'You have not revealed an answer yet. The questions stand here when the run is finished.',
  replaced: 'A later run of the same questions has taken its place, so it stays as it is.',
  otherUnderWay:
    'Another simulation of this exam began later and is under way. Submit that one to go on with this one; its clock goes on, and what is answered by its end is graded.',
  backToHistory: 'Back to all your practice',
  deleteAttempt: 'Delete this run',
  deleteAttemptText: 'It leaves your history and your counters, and a result that you shared of it is gone. It cannot be undone.',
  deleteAttemptNow: 'Delete the run',
}
