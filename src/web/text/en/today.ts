/** Today: the home of a member, and the strip above the list of certifications. */
import type { OpenAttempt } from '#exam/planning/resume.ts'
import { modeOf, practicePanel } from '#web/text/en/practice-panel.ts'
import { day, dayOf, longDay, shortDay, timeOf } from '#web/text/en/figures/dates.ts'
import { counted, number } from '#web/text/en/numbers.ts'
import { daysTo } from '#web/text/en/figures/durations.ts'

export const today = {
  title: 'Today',
  pageTitle: 'Today, Praxam',
  loading: 'Loading your summary',
  daysTo,
  examOn: longDay,
  goalToday: (answered: number, perDay: number) =>
    answered < perDay ? `Goal today: ${answered} of ${perDay}` : `Today’s goal met: ${counted(answered, 'question')}`,
  preparing: (id: string) => `Preparing for ${id}`,

  asks: 'What are you preparing for?',
  asksWhy: 'With an exam date, all your reviews are scheduled before the exam.',

  resumeAt: (position: number) => `Resume at Question ${position}`,
  resume: 'Resume',
  review: (count: number) => `Review ${count}`,
  startTen: (count: number) => `Start ${counted(Math.min(count, 10), 'Question')}`,
  chooseExam: 'Choose an Exam',

  due: (count: number, id?: string) => `${counted(count, id ? `${id} question` : 'question')} ${count === 1 ? 'is' : 'are'} due`,
  waited: (days: number) =>
    days === 0 ? 'Daily review. Due today.' : `Daily review. The oldest has been due for ${counted(days, 'day')}.`,
  open: ({ certificationId, set, position, questionCount }: OpenAttempt) =>
    `${modeOf(set)} for ${certificationId.toUpperCase()}, question ${position} of ${questionCount}`,
  stopped: (answered: number, changedAt: number, now: number) => {
    const when = dayOf(changedAt) === dayOf(now) ? `today at ${timeOf(changedAt)}` : `on ${dayOf(changedAt)}`
    return `${answered} answered. Stopped ${when}.`
  },
  weakest: (area: string) => `Weakest area: ${area}`,
  weakestDetail: (percent: number, answers: number, weight: string) =>
    `${percent}% of ${counted(answers, 'answer')} correct. It makes up ${weight} of the exam.`,
  weight: (min: number, max: number) => (min === max ? `${min}%` : `${min} to ${max}%`),
  practice: 'Practice',
  mistakes: (count: number) => `${counted(count, 'mistake')} to fix`,
  mistakesDetail: 'Answered incorrectly last time.',
  fix: (count: number) => `Fix ${count}`,
  mixed: (id: string) => `${practicePanel.names.mixed} for ${id}`,
  mixedDetail: 'Weighted like the exam, with your mistakes and new questions first.',
  allWays: (id: string) => `All ways to practice ${id}`,
  linesTitle: 'What to do next',

  goalTitle: 'Daily goal',
  goalMeter: (answered: number, perDay: number) =>
    answered < perDay ? `${answered} of ${counted(perDay, 'question')}` : `${counted(answered, 'question')}, goal of ${perDay} met`,
  of: (perDay: number) => `of ${perDay}`,
  questionWord: (count: number): string => (count === 1 ? 'question' : 'questions'),
  toGo: (answered: number, perDay: number) => (answered < perDay ? `${perDay - answered} to go.` : `You’ve met today’s goal of ${perDay}.`),
  noGoal: 'No goal set.',
  changeGoal: 'Change the goal',
  setGoal: 'Set a goal',

  weeksTitle: 'The last four weeks',
  weeksText: (perDay: number | null) => (perDay === null ? 'Questions a day.' : `Questions a day. The line is your goal of ${perDay}.`),
  weeksLabel: (total: number, activeDays: number, goal: { perDay: number; metDays: number } | undefined) => {
    const what = `${counted(total, 'question')} answered on ${counted(activeDays, 'day')} in the last four weeks`
    return goal ? `${what}. The goal of ${goal.perDay} was met on ${counted(goal.metDays, 'day')}.` : `${what}.`
  },
  goalMark: (perDay: number) => `goal ${perDay}`,
  weekLabel: shortDay,
  table: 'Show each day in a table',
  columns: { day: 'Day', answers: 'Questions' },
  daysLeftOut: 'Days without practice are not listed.',
  day,
  nothing: 'No practice yet. Answer ten questions to get started.',

  examsTitle: 'Your exams',
  seen: (seen: number, size: number) => `${number(seen)} of ${number(size)} seen`,
  noDate: 'No exam date',

  offlineTitle: 'You’re offline',
  unreachableTitle: 'We couldn’t load your summary',
  offlineText: 'Your exam date, reviews, and figures will be back when you’re online. Saved exams work offline.',
  unreachableText: 'Your answers are safe. Check your connection and try again, or practice in the meantime.',
  tryAgain: 'Try Again',
  certifications: 'Certifications',

  strip: 'Your practice',
  stripDue: (count: number) => ({ figure: String(count), text: 'due today' }),
  stripGoal: (answered: number, perDay: number) =>
    answered < perDay
      ? { figure: `${answered} of ${perDay}`, text: 'questions today' }
      : { figure: String(answered), text: `${answered === 1 ? 'question' : 'questions'} today, goal met` },
  stripDays: (count: number, id: string) => ({
    figure: count === 0 ? 'Today' : counted(count, 'day'),
    text: count === 0 ? `is ${id}` : `to ${id}`,
  }),
  stripNoExam: 'No exam date yet',
  toToday: 'Today',
}
