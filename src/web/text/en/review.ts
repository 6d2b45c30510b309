/** Sets of one's own, and the daily review. */
import { day } from '#web/text/en/numbers.ts'

const questions = (count: number) => (count === 1 ? '1 question' : `${count} questions`)

export const review = {
  buildTitle: 'Build your own set',
  buildPageTitle: (id: string) => `Build your own ${id} set, Praxam`,
  buildDescription: (id: string) =>
    `Choose which ${id} questions to practise: by what you got wrong, by skill area, by form, and how many.`,
  buildLede: 'Choose what to practise. Where you choose nothing, everything counts.',
  needsScript: 'Building a set needs JavaScript: what you have answered is known to this browser. Please switch it on for this site.',
  kindsTitle: 'What you know of them',
  kinds: { wrong: 'Wrong the last time', unseen: 'Not seen yet', flagged: 'Flagged' },
  areasTitle: 'Skill areas',
  typesTitle: 'Forms',
  types: { single_choice: 'Single choice', multiple_choice: 'Multiple choice', reorder: 'Put in order', drag_drop: 'Match' },
  counting: 'Counting what you have practised',
  source: {
    device: 'By your runs in this browser.',
    account: 'By your runs on all your devices.',
    unanswered: 'Your account could not be asked, so this goes by your runs in this browser.',
    nothing: 'This browser keeps nothing, so every question counts as not seen.',
  },
  fit: (count: number, total: number) => `${count} of ${questions(total)} ${count === 1 ? 'fits' : 'fit'}`,
  noneFits: 'No question fits all of this. Choose less.',
  length: 'How many',
  lengthHint: (max: number) => (max === 1 ? 'There is 1.' : `Any number from 1 to ${max}.`),
  lengthCut: (max: number) => (max === 1 ? 'Only 1 fits, so the set has 1.' : `Only ${max} fit, so the set has ${max}.`),
  lengthProblem: (max: number) => `Enter a whole number from 1 to ${max}.`,
  allOfThem: (count: number) => `All ${count}`,
  order: 'Order',
  orders: { bank: 'As in the bank', shuffled: 'Shuffled' },
  startSet: (count: number) => `Start with ${count === 1 ? '1 Question' : `${count} Questions`}`,
  underWay: (number: number, total: number) =>
    `A set of yours is under way, at question ${number} of ${total}. A new one takes its place here.`,
  goOnWithSet: 'Go on with it',

  noSetTitle: 'No set of your own yet',
  noSet: (id: string) => `You have not built a set for ${id} on this device.`,

  pageTitle: (id: string) => `Daily review of ${id}, Praxam`,
  pageDescription: (id: string) => `What is due today of the ${id} questions you have answered.`,
  title: 'Daily review',
  what: 'Brings a question back when you are about to forget it.',
  start: (count: number) => (count === 1 ? 'Review 1 Question' : `Review ${count} Questions`),
  starting: 'Starting...',
  goOn: 'Go on with your review',
  due: (today: number, all: number) => {
    if (today < all) return `${questions(all)} are due. By your daily number, ${today} of them today.`
    return `${questions(all)} ${all === 1 ? 'is' : 'are'} due today.`
  },
  enoughToday: (left: number) =>
    `You have reviewed your daily number. ${questions(left)} more ${left === 1 ? 'is' : 'are'} due and will be offered tomorrow.`,
  nextOn: (date: string) => `Nothing is due. The next question comes back on ${day(date)}.`,
  nothingPlanned: 'Nothing is planned yet. A question is planned once you have revealed it or finished its run.',
  unanswered: 'What is due could not be asked. Check your connection and try again.',
  tryAgain: 'Try again',
  dueCount: (count: number) => `${questions(count)} due`,
  comesOn: (date: string) => `Next on ${day(date)}`,
  leftToday: (count: number) => `${count} left of today’s number, over all exams.`,
  forMembers: 'It plans weeks ahead and over all your devices, so it needs an account.',
  signIn: 'Sign In',
  asking: 'Asking what is due',
  reviewNeedsScript: 'The daily review needs JavaScript: who you are is asked by this browser. Please switch it on for this site.',
  guestWhat: (id: string) =>
    `It plans each ${id} question you answer for the day you are about to forget it, weeks ahead and over all your devices. A browser may clear what it keeps, so the plan is kept with an account.`,
  meanwhile: 'Or practise now',
  practiseWrong: 'Practise What Was Wrong',
  practiseUnseen: 'Practise What Is New',
}
