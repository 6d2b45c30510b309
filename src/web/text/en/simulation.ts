/** Simulations: the page one starts from, the run under the clock, and what its results say besides. */
import { dayOf, span } from '#web/text/en/numbers.ts'

const questionsWord = (count: number) => (count === 1 ? '1 question' : `${count} questions`)
const minutesWord = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)
const two = (number: number) => String(number).padStart(2, '0')

/** Seconds as a clock shows them: `1:32:10`, `4:05`. */
const clock = (seconds: number) => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

export const simulation = {
  pageTitle: (id: string, name: string) => `${id} simulation: ${name}`,
  pageDescription: (id: string, questions: number, minutes: number) =>
    `A timed simulation of ${id}: ${questionsWord(questions)} drawn over the outline in ${minutesWord(minutes)}, answers at the end. Free, no account needed.`,
  title: (name: string) => `${name} Simulation`,
  lede: 'Sit the exam as it will be: a clock, questions in the proportions of the outline, and no answer before the end.',

  aboutExam: 'The exam and its outline',

  length: 'Length',
  lengthNames: { full: 'As long as the exam', half: 'Half of it', short: 'A short one' },
  wholeBank: 'All our questions',
  lengthWords: (questions: number, minutes: number) => `${questionsWord(questions)}, ${minutesWord(minutes)}`,
  lengthAbout: 'The exam does not always have the same number of questions, so ours is about as long.',
  lengthUnknown: 'How long this exam is, nobody has published; we take about what others of its kind have.',
  lengthApproximate: 'Nobody could verify how many questions this exam has, or how long it takes; ours is about like it.',
  lengthOfBank: (count: number) =>
    `Our bank has ${questionsWord(count)} for this exam, fewer than the exam asks. The time is shorter in the same proportion.`,
  extraTime: 'Extra time',
  extraTimeHint: 'For those who are granted more time in the exam.',
  extraTimeNames: { 1: 'None', 1.25: 'A quarter more', 1.5: 'Half as much again', 2: 'Twice the time' } as Readonly<Record<number, string>>,
  start: 'Start Simulation',
  starting: 'Starting...',
  startHint: (minutes: number) => `The clock starts at once and cannot be stopped: ${minutesWord(minutes)} later the time is over.`,
  needsScript: 'A simulation needs JavaScript. Please switch it on for this site.',
  needsNetwork:
    'You are offline. A simulation needs a network: its questions stay sealed on our side until it starts. Practice works offline.',
  startFailed: 'The simulation could not be started. Check your connection and try again.',
  tooMany: 'Many simulations were started from here within the hour. Go on with one of them, or try again in an hour.',
  signedOut:
    'Nothing was started: you are no longer signed in here, or somebody else is. Sign in again, or reload the page to start as whoever is signed in now.',
  underWay: 'Nothing was started: a simulation of this exam is under way already. Reload the page to go on with it.',
  begunTitle: 'Your simulation is under way',
  begun:
    'You began it already, in another tab or on another device, so no new one was started. Go on with it, or submit it to start another; the clock goes on.',
  goOn: 'Go on with it',
  leftBehind: {
    signedOut:
      'Your simulation goes on in your account, and its clock is not stopped. Sign in to go on with it, or reload the page to start one as a guest.',
    otherMember:
      'Your simulation goes on in your account, and its clock is not stopped. Sign in yourself to go on with it, or reload the page to start one as whoever is signed in now.',
  },
  outdated: 'The questions of this exam have changed meanwhile. Load the page again and choose once more.',

  whatItIs: 'What it is, and what it is not',
  facts: [
    {
      title: 'Drawn like the exam',
      text: 'Each skill area gets its share of the questions. Those of a case study stay together. Options stand in a new order each time.',
    },
    {
      title: 'Sealed until you submit',
      text: 'No key, explanation or reference reaches your browser before the end, and nobody helps. You can flag, skip and come back.',
    },
    {
      title: 'Our clock decides',
      text: 'Reloading or closing the page stops nothing. When the time is over, whatever has reached us is graded.',
    },
    {
      title: 'Not the exam',
      text: 'The questions are our own, written from the documentation. The real ones differ, and Microsoft weighs them on a scale of its own.',
    },
  ],
  kept: 'Without an account you reach your simulation from this browser only, for 30 days. With one it stays in your history; whoever signs in later in this browser can add it.',
  keptHere: 'You began it without an account: it is reached from this browser only, for 30 days, unless you sign in and add it.',
  last: (at: number) => `Your last simulation of this exam was on ${dayOf(at)}.`,
  seeLast: 'See its results',
  unread:
    'The storage of this browser does not answer, so a simulation that you began here without an account cannot be found. Reload the page to look again.',
  none: 'There are no questions available for this certification yet.',

  unreachableTitle: 'Your simulation is under way',
  unreachable: (waiting: number) =>
    `It needs a network, and we cannot be reached just now.${waiting > 0 ? ` ${waiting === 1 ? '1 answer is' : `${waiting} answers are`} on this device and will be sent.` : ''} The clock goes on: come back into the network and try again.`,
  tryAgain: 'Try again',

  left: (seconds: number) => `${clock(seconds)} left`,
  timeLeft: 'Time left',
  hideTime: 'Hide time',
  showTime: 'Show time',
  notices: { 5: 'Five minutes left.', 1: 'One minute left.' },
  noticesLess: { 5: 'Less than five minutes left.', 1: 'Less than a minute left.' },
  closeNotice: 'Close',
  saving: 'Sending...',
  saved: 'Saved',
  waiting: 'Not sent yet',
  offlineTitle: 'No network',
  offline: (numbers: readonly number[]) => {
    const waiting =
      numbers.length === 0
        ? 'Everything so far has been sent.'
        : numbers.length === 1
          ? `Your answer to question ${numbers[0]} has not been sent yet; it stays on this device and is sent when the network is back.`
          : `Your answers to questions ${numbers.join(', ')} have not been sent yet; they stay on this device and are sent when the network is back.`
    return `A simulation needs one. ${waiting} Only what reaches us in time counts.`
  },
  unkeptTitle: 'Your answers are not kept on this device',
  unkept: {
    unavailable:
      'This browser does not let us keep anything (private mode, perhaps). They are sent as you give them; without an account, leave this page open until you have seen your results.',
    full: 'The storage of this browser is full. They are sent as you give them; without an account, leave this page open until you have seen your results.',
  },
  refused: {
    signedOut: 'You are signed out, so your answers cannot be sent. Sign in again in another tab; the clock goes on.',
    missing: 'This simulation is no longer kept on our side. Your answers stay on this device, but they cannot be graded.',
    other: 'Your answers are not accepted any more. Submit now, so that what has arrived is graded.',
  },
  back: (id: string) => `Back to ${id}. The clock goes on`,

  review: 'Review and Submit',
  reviewTitle: 'Before you submit',
  counts: {
    answered: (count: number) => `${count} answered`,
    partly: (count: number) => `${count} partly answered`,
    blank: (count: number) => `${count} blank`,
    flagged: (count: number) => `${count} flagged`,
  },
  reviewHint: 'Choose a number to go there. A filled foot is an answer, half a foot part of one, a folded corner a flag.',
  blankCounts: 'Blank answers count as wrong, so a guess costs nothing.',
  submit: 'Submit',

  submittingTitle: 'Handing in your answers',
  submitting: 'One moment, they are being graded.',
  overTitle: 'The time is over',
  submitOffline: (numbers: readonly number[]) =>
    numbers.length === 0
      ? 'All your answers have reached us. The results need a network: they come when it is back.'
      : `There is no network. Your ${numbers.length === 1 ? 'answer to question' : 'answers to questions'} ${numbers.join(', ')} will be sent when it is back, and count if that is before the time is over.`,

  finishedOn: (at: number, tookMs: number) => `Simulation, finished on ${dayOf(at)} after ${span(tookMs)}`,
  ranOut: 'The time ran out. Everything that had been answered by then is graded.',
  late: (numbers: readonly number[]) =>
    `${numbers.length === 1 ? 'Your answer to question' : 'Your answers to questions'} ${numbers.join(', ')} reached us after the end and could not be graded.`,
  points: (points: number, of: number) => `${points} of ${of} exam-like points.`,
  pointsText:
    'One for each right part: a letter, a step at its place, a pair. Letters beyond the number asked for cost one each. The percentage above counts whole questions only. Neither is Microsoft’s score: how that one is made has not been published.',
  again: 'New Simulation',
}
