/** A member's practice: counters, activity, progress by certification, and attempt history. */
import { minShareAnswers, type AnswerShare } from '#exam/answer-share.ts'
import { trendAnswerCount, type DailyActivity } from '#exam/progress.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import { day, shortDay } from '#web/text/en/figures/dates.ts'
import { counted, number } from '#web/text/en/numbers.ts'
import { span } from '#web/text/en/figures/durations.ts'

const answersWord = (count: number) => counted(count, 'answer')
const minutesOf = (ms: number) => Math.round(ms / 60_000)

export const progress = {
  counters: { certifications: 'Certifications', exams: 'Practice Exams', hours: 'Study Hours' },
  hours: (ms: number) => {
    const hours = ms / 3_600_000
    return String(hours < 10 ? Math.round(hours * 10) / 10 : Math.round(hours))
  },
  counted: (since: string | null) =>
    `Based on your account’s history${since === null ? '' : ` since ${day(since)}`}: certifications with at least one answer, finished attempts, and the time between steps, excluding pauses longer than five minutes.`,

  nothingTitle: 'No practice yet',
  nothing: 'Choose an exam and answer a question. Practice on any of your devices counts here.',
  chooseExam: 'Choose an exam',

  activity: 'Last 12 weeks',
  activityLabel: (answers: number, days: number) =>
    `${answersWord(answers)} on ${counted(days, 'day')} in the last 12 weeks. The same figures are in the table below.`,
  activitySummary: (answers: number, days: number) => `${answersWord(answers)} on ${counted(days, 'day')}.`,
  activityBest: (date: string, answers: number) => `Most on ${shortDay(date)}: ${answers}.`,
  activityTrend: (latest: number, before: number) =>
    before === 0 && latest === 0 ? '' : `${latest} in the last four weeks, ${before} in the four weeks before.`,
  activityGoal: (perDay: number, metDays: number) =>
    `The horizontal line is your goal of ${perDay} a day, met on ${counted(metDays, 'day')}.`,
  goalMark: (perDay: number) => `goal ${perDay}`,
  answersOf: answersWord,
  activityCaption: (answersMost: number, msMost: number) =>
    `Bars above the line: answers per day (max ${answersMost}). Bars below: minutes (max ${minutesOf(msMost)}).`,
  activityZone: (timeZone: string) => `Time zone: ${timeZone.replaceAll('_', ' ')}.`,
  noActivity: 'No practice in the last 12 weeks.',
  showDays: 'Show each day in a table',
  dayColumns: { day: 'Day', answers: 'Answers', minutes: 'Minutes' },
  daysLeftOut: 'Days without practice are not listed.',
  minutes: (ms: DailyActivity['activeMs']) => (ms > 0 && ms < 60_000 ? 'under 1' : String(minutesOf(ms))),
  /** `2026-09-02` → `Sep 2`. */
  weekLabel: shortDay,
  day,

  title: 'Progress',
  lastAttempt: ({ percent, correct, total }: AnswerShare, isPassed: boolean) =>
    `Last attempt ${percent === null ? `${number(correct)} of ${number(total)}` : `${percent}%`}${isPassed ? ', passed' : ''}`,
  noFinishedAttempt: 'No finished attempt yet',
  seen: (seen: number, size: number) => `${number(seen)} of ${number(size)} questions seen`,
  outlineLabel: (id: string) => `Your answers by ${id} skill area. Follow the link for the figures.`,
  history: 'All your attempts',
  readiness: 'Readiness',

  pageTitle: (id: string) => `Your progress in ${id}`,
  byArea: 'By skill area',
  byAreaText:
    'Width: the area’s weight on the exam. Filled width: share of its questions you’ve seen. Filled height: share of those you answered correctly last time.',
  byAreaLabel: 'Questions seen and answered correctly in each skill area. The same figures are in the list below.',
  areasSummary: (weakest: { name: string; percent: number }, strongest: { name: string; percent: number }) =>
    `Strongest: ${strongest.name}, ${strongest.percent}%. Weakest: ${weakest.name}, ${weakest.percent}%.`,
  seenColumn: 'Seen',
  correctColumn: 'Correct',
  seenOf: (seen: number, size: number) => `${number(seen)} of ${number(size)}`,
  share: ({ correct, total, percent }: AnswerShare) =>
    total === 0 ? '–' : percent === null ? `${number(correct)} of ${number(total)}, not enough yet` : `${percent}% of ${number(total)}`,
  enough: `Percentages appear after ${minShareAnswers} answers.`,

  trend: 'Over time',
  trendLatest: ({ total, percent }: AnswerShare) =>
    percent === null
      ? `You have ${answersWord(total)} so far. Your trend appears after ${minShareAnswers}.`
      : `You answered ${percent}% of your latest ${counted(total, 'question')} correctly.`,
  trendBefore: ({ total, percent }: AnswerShare) =>
    percent === null
      ? `A comparison appears after more than ${trendAnswerCount} answers.`
      : `Of the ${answersWord(total)} before those, ${percent}% were correct.`,
  attemptsLabel: (count: number) =>
    `Percentage correct in your ${count === 1 ? 'latest attempt' : `latest ${count} attempts`}, with the most recent on the right. The same figures are in the table below.`,
  attemptsSummary: (first: { day: string; percent: number }, latest: { day: string; percent: number }, best: number) =>
    first.day === latest.day
      ? `From ${first.percent}% to ${latest.percent}% on ${shortDay(first.day)}. Your best is ${best}%.`
      : `From ${first.percent}% on ${shortDay(first.day)} to ${latest.percent}% on ${shortDay(latest.day)}. Your best is ${best}%.`,
  attemptsDrawn: (count: number) => `The chart leaves out finished attempts with fewer than ${count} questions. The table includes them.`,
  noFinishedAttempts: 'No finished attempt yet. Finish one to see its result here.',
  attemptColumns: { finished: 'Finished', kind: 'Type', correct: 'Correct', score: 'Score' },
  practice: 'Practice',
  simulation: 'Simulation',
  correctOf: (correct: number, total: number) => `${number(correct)} of ${number(total)}`,
  percent: (value: number) => `${value}%`,

  startOver: 'Start over',
  startOverText: (id: string, count: number) =>
    `This deletes all your ${id} practice from your account: ${counted(count, 'attempt')} with every answer, and your daily review schedule. Your totals will update. This can’t be undone.`,
  startOverNow: (id: string) => `Delete my ${id} practice`,
  deleting: 'Deleting...',

  historyTitle: 'Your attempts',
  historyText: 'All attempts saved in your account, most recent first.',
  historyColumns: { attempt: 'Attempt', started: 'Started', result: 'Result', actions: 'Actions' },
  sets: (set: QuestionSet, area: string | undefined) => {
    switch (set) {
      case 'all':
        return 'All questions'
      case 'mixed':
        return 'Mixed practice'
      case 'mistakes':
        return 'Earlier mistakes'
      case 'chosen':
        return 'Custom set'
      case 'review':
        return 'Daily review'
      case 'renewal':
        return 'Renewal'
      case 'simulation':
        return 'Simulation'
      default:
        return area ?? `Skill area ${set.slice('area-'.length)}`
    }
  },
  at: (date: string, time: string) => `${day(date)}, ${time}`,
  inProgress: (answered: number, total: number) => `In progress, ${number(answered)} of ${number(total)} answered`,
  leftUnfinished: (answered: number, total: number) => `Not finished, ${number(answered)} of ${number(total)} answered`,
  result: ({ percent, correct, total }: AnswerShare) => `${percent === null ? '' : `${percent}%, `}${number(correct)} of ${number(total)}`,
  noResult: 'Finished without an answer that counts',
  continue: 'Continue',
  older: 'Earlier attempts',
  newest: 'Back to the most recent',
  done: {
    'attempt-deleted': 'The attempt was deleted. Your totals have been updated.',
    'practice-deleted': 'Your practice for this exam was deleted. Your totals have been updated.',
  } as Record<string, string>,

  attemptTitle: (id: string) => `${id} attempt`,
  attemptFinished: (date: string, time: string, tookMs: number) => `Finished on ${day(date)}, ${time}, after ${span(tookMs)}`,
  attemptStarted: (date: string, time: string) => `Started on ${day(date)}, ${time}`,
  imported: (elsewhere: number) =>
    `You imported this attempt from a file.${elsewhere > 0 ? ` ${counted(elsewhere, 'question')} ${elsewhere === 1 ? 'is' : 'are'} shown as on the site that the file came from.` : ''}`,
  unreadable: (correct: number, total: number) => `${number(correct)} of ${number(total)} correct. Its questions can’t be read here.`,
  asWhenStarted:
    'Questions appear here as they were when you started. If an answer key has been corrected since then, you see the corrected question.',
  sealed: 'Questions and answers appear here after you submit the simulation.',
  answeredSoFar: (answered: number, total: number) => `${number(answered)} of ${counted(total, 'question')} answered so far.`,
  revealedSoFar: 'The questions you have revealed are listed below. The others appear when you finish the attempt.',
  noneRevealed: 'You haven’t revealed any answers yet. The questions appear here when you finish the attempt.',
  replaced: 'A later attempt replaced this one, so it’s read-only.',
  otherInProgress:
    'Another simulation of this exam was started later and is in progress. Submit that one to resume this one. The clock of this simulation is still running, and we’ll grade what you answered when it ends.',
  backToHistory: 'Back to all your attempts',
  deleteAttempt: 'Delete this attempt',
  deleteAttemptText:
    'It will be removed from your history and totals. If you shared its result, the shared page will be removed too. This can’t be undone.',
  deleteAttemptNow: 'Delete attempt',
}
