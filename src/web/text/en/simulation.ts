/** Simulations: the start page, the timed attempt, and the additions to its results. */
import { clock } from '#web/text/simulation/clock.ts'
import { dayOf } from '#web/text/en/figures/dates.ts'
import { counted } from '#web/text/en/numbers.ts'
import { span } from '#web/text/en/figures/durations.ts'

export const simulation = {
  pageTitle: (id: string, name: string) => `${id} simulation: ${name}`,
  pageDescription: (id: string, questions: number, minutes: number) =>
    `A timed simulation of ${id}: ${counted(questions, 'question')} weighted by skill area in ${counted(minutes, 'minute')}, with answers at the end. Free, no account needed.`,
  title: (name: string) => `${name} Simulation`,
  lede: 'Practice under exam conditions: timed, weighted like the real exam, and with no answers until the end.',

  series: (count: number) => `Series of ${count} questions with the same scenario. You can’t come back to a question after you leave it.`,
  seriesName: 'Series',
  closed: 'locked',

  aboutExam: 'About the exam and the skills it measures',

  length: 'Length',
  lengthNames: { full: 'Full length', half: 'Half length', short: 'Short' },
  wholeBank: 'All our questions',
  lengthWords: (questions: number, minutes: number) => `${counted(questions, 'question')}, ${counted(minutes, 'minute')}`,
  lengthAbout: 'The number of questions on the exam varies, so ours is an estimate.',
  lengthUnknown: 'Microsoft hasn’t published the length of this exam. Ours is typical for its level.',
  lengthApproximate: 'We couldn’t verify how many questions this exam has or how long it takes. Our figures are estimates.',
  lengthOfBank: (count: number) =>
    `Our bank has ${counted(count, 'question')} for this exam, fewer than the exam includes. The time is shortened in proportion.`,
  extraTime: 'Extra time',
  extraTimeHint: 'For candidates who are granted extra time on the exam.',
  extraTimeNames: { 1: 'None', 1.25: '25% more', 1.5: '50% more', 2: 'Double' } as Readonly<Record<number, string>>,
  start: 'Start Simulation',
  starting: 'Starting...',
  startHint: (minutes: number) => `The clock starts immediately and can’t be paused. You have ${counted(minutes, 'minute')}.`,
  needsScript: 'Turn on JavaScript to take a simulation.',
  needsNetwork:
    'You’re offline. A simulation needs a connection, because its answer key stays on the server until you submit. You can practice offline.',
  startFailed: 'We couldn’t start the simulation. Check your connection and try again.',
  tooMany: 'Too many simulations were started from your network. Resume one of them, or try again in an hour.',
  signedOut:
    'No simulation was started because you signed out or someone else signed in. Sign in again, or reload the page to start with the account that is signed in now.',
  alreadyInProgress: 'A simulation of this exam is already in progress, so no new one was started. Reload the page to resume it.',
  startedElsewhereTitle: 'Your simulation is in progress',
  startedElsewhere:
    'You already started a simulation in another tab or on another device. Resume it, or submit it to start a new one. The clock is still running.',
  resume: 'Resume',
  leftBehind: {
    signedOut:
      'Your simulation continues in your account and its clock is still running. Sign in to resume it, or reload the page to start one as a guest.',
    otherMember:
      'Your simulation continues in your account and its clock is still running. Sign in again to resume it, or reload the page to start one with the account that is signed in now.',
  },
  outdated: 'The questions for this exam have changed. Reload the page and choose again.',

  whatItIs: 'What a simulation is, and what it isn’t',
  facts: [
    {
      title: 'Weighted like the exam',
      text: 'Each skill area gets its share of questions. Questions about the same case study stay together. Options are shuffled each time.',
    },
    {
      title: 'Sealed until you submit',
      text: 'No answer key, explanation, or reference reaches your browser before the end, and there are no hints. You can flag, skip, and come back.',
    },
    {
      title: 'The server keeps the time',
      text: 'Reloading or closing the page doesn’t stop the clock. When time runs out, we grade what we’ve received.',
    },
    {
      title: 'Not the real exam',
      text: 'We write our own questions from the documentation. The real questions differ, and Microsoft uses its own scaled score.',
    },
  ],
  savedWhere:
    'Without an account, your simulation is only available in this browser, for 30 days. With an account, it stays in your history. You can also sign in later and add it.',
  savedHere:
    'You started without an account. This simulation is only available in this browser, for 30 days, unless you sign in and add it.',
  last: (at: number) => `You last took a simulation of this exam on ${dayOf(at)}.`,
  seeLast: 'See the results',
  unread:
    'We couldn’t access your browser’s storage, so we can’t find simulations you started here without an account. Reload the page to try again.',
  none: 'There are no questions available for this certification yet.',

  unreachableTitle: 'Your simulation is in progress',
  unreachable: (waiting: number) =>
    `We can’t reach the server right now.${waiting > 0 ? ` ${counted(waiting, 'answer')} on this device will be sent when you reconnect.` : ''} The clock is still running. Reconnect and try again.`,
  tryAgain: 'Try Again',

  clock,
  left: (seconds: number) => `${clock(seconds)} left`,
  timeLeft: 'Time left',
  hideTime: 'Hide time',
  showTime: 'Show time',
  notices: { 30: '30 minutes left.', 5: '5 minutes left.', 1: '1 minute left.' },
  noticesLess: { 30: 'Less than 30 minutes left.', 5: 'Less than 5 minutes left.', 1: 'Less than a minute left.' },
  closeNotice: 'Close',
  asleep: (ms: number, leftMs: number, isEstimate: boolean) =>
    `Your device or this page was asleep for ${span(ms)}, and the clock kept running. ${leftMs > 0 ? `When it woke, ${span(leftMs)} ${leftMs < 120_000 ? 'was' : 'were'} left.` : 'When it woke, time had run out.'}${isEstimate ? ' That’s according to your device’s clock. We’ll check it when you reconnect.' : ''}`,
  saving: 'Sending...',
  saved: 'Saved',
  waiting: 'Not sent yet',
  offlineTitle: 'You’re offline',
  offline: (numbers: readonly number[]) => {
    const waiting =
      numbers.length === 0
        ? 'All your answers have been sent.'
        : `Your ${numbers.length === 1 ? 'answer to question' : 'answers to questions'} ${numbers.join(', ')} will be sent when you reconnect.`
    return `A simulation needs a connection. ${waiting} Only answers that arrive before time runs out count.`
  },
  notReceivedTitle: 'We can’t receive your answers right now',
  notReceived: (numbers: readonly number[]) => {
    const waiting = `Your ${numbers.length === 1 ? 'answer to question' : 'answers to questions'} ${numbers.join(', ')} will be sent again`
    return `${numbers.length === 0 ? 'We keep trying' : waiting} every few seconds. Check your connection and keep this page open. Only answers that arrive before time runs out count.`
  },
  notSavedTitle: 'Your answers aren’t being saved on this device',
  notSaved: {
    unavailable:
      'Your browser is blocking storage (you may be in private mode). Your answers are sent as you give them. If you don’t have an account, keep this page open until you’ve seen your results.',
    full: 'Your browser’s storage is full. Your answers are sent as you give them. If you don’t have an account, keep this page open until you’ve seen your results.',
  },
  refused: {
    signedOut: 'You’re signed out, so your answers can’t be sent. Sign in again in another tab. The clock is still running.',
    missing: 'The server no longer has this simulation. Your answers stay on this device but can’t be graded.',
    other: 'The server no longer accepts answers. Submit now to have the answers we received graded.',
  },
  back: (id: string) => `Back to ${id}. The clock keeps running`,

  review: 'Review and Submit',
  reviewTitle: 'Before you submit',
  counts: {
    answered: (count: number) => `${count} answered`,
    partly: (count: number) => `${count} partly answered`,
    blank: (count: number) => `${count} not answered`,
    flagged: (count: number) => `${count} flagged`,
  },
  reviewHint: 'Select a number to go to that question. Filled base: answered. Half-filled: partly answered. Folded corner: flagged.',
  blankCounts: 'Unanswered questions count as incorrect, so guessing costs nothing.',
  submit: 'Submit',

  submittingTitle: 'Submitting your answers',
  submitting: 'We’re grading your answers. This may take a moment.',
  timeIsUpTitle: 'Time’s up',
  submitOffline: (numbers: readonly number[]) =>
    numbers.length === 0
      ? 'We’ve received all your answers. You’ll see your results when you reconnect.'
      : `You’re offline. Your ${numbers.length === 1 ? 'answer to question' : 'answers to questions'} ${numbers.join(', ')} will be sent when you reconnect, and ${numbers.length === 1 ? 'counts' : 'count'} if sent before time runs out.`,

  finishedOn: (at: number, tookMs: number) => `Simulation, finished on ${dayOf(at)} after ${span(tookMs)}`,
  timeRanOut: 'Time ran out. We graded everything you had answered by then.',
  late: (numbers: readonly number[]) =>
    `${numbers.length === 1 ? 'Your answer to question' : 'Your answers to questions'} ${numbers.join(', ')} arrived too late to be graded.`,
  points: (points: number, of: number) => `${points} of ${of} exam-style points.`,
  pointsText:
    'You get one point for each correct part of an answer: an option, a step in its place, a pair, a statement, or a blank. A wrong part costs nothing, but each option beyond the required number costs one point. The percentage above counts whole questions only. Neither is Microsoft’s score, which is calculated in an unpublished way.',
  timeAway: (ms: number, of: number) =>
    ms === 0
      ? 'Open documentation: no time in other windows.'
      : `Open documentation: after you opened a page, you spent ${span(ms)} of ${span(of)} in other windows.`,
  earlier: 'Earlier simulations of this exam',
  earlierDate: 'Started on',
  thisTime: 'This result',
  earlierText: 'Differences between scores are in percentage points.',
  morePoints: (more: number) => (more === 0 ? 'the same' : `${counted(Math.abs(more), 'point')} ${more > 0 ? 'higher' : 'lower'}`),
  again: 'New Simulation',
}
