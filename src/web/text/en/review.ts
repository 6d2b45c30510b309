/** Custom sets and the daily review. */
import { day } from '#web/text/en/figures/dates.ts'
import { counted } from '#web/text/en/numbers.ts'

export const review = {
  buildTitle: 'Build a custom set',
  buildPageTitle: (id: string) => `Build a custom ${id} set, Praxam`,
  buildDescription: (id: string) =>
    `Build your own set of ${id} practice questions: choose skill areas, question types, and how many, or practice only your mistakes.`,
  buildLede: 'Choose what to practice. If you select nothing in a group, everything in it is included.',
  needsScript: 'Turn on JavaScript to build a set. This page uses the answers saved in your browser.',
  filtersTitle: 'Your history',
  filters: { wrong: 'Last answered incorrectly', unseen: 'Not seen yet', flagged: 'Flagged' },
  areasTitle: 'Skill areas',
  typesTitle: 'Question types',
  counting: 'Loading your history',
  source: {
    device: 'Based on your attempts in this browser.',
    account: 'Based on your attempts on all your devices.',
    unanswered: 'We couldn’t reach your account, so this is based on your attempts in this browser.',
    nothing: 'Your browser is blocking storage, so every question counts as not seen.',
  },
  matches: (count: number, total: number) => `${count} of ${counted(total, 'question')} ${count === 1 ? 'matches' : 'match'}`,
  noMatches: 'No matches. Remove a filter.',
  nothingWrong: 'You have no mistakes to fix right now. Try a simulation, or practice ten more questions.',
  length: 'Number of questions',
  lengthHint: (max: number) => (max === 1 ? 'There is only 1.' : `Enter a number from 1 to ${max}.`),
  lengthCut: (max: number) =>
    max === 1 ? 'Only 1 question matches, so the set has 1.' : `Only ${max} questions match, so the set has ${max}.`,
  lengthProblem: (max: number) => `Enter a whole number from 1 to ${max}.`,
  allOfThem: (count: number) => `All ${count}`,
  order: 'Order',
  orders: { mixed: 'Incorrect and unseen first', shuffled: 'Shuffled', bank: 'Bank order' },
  startSet: (count: number) => `Start ${counted(count, 'Question')}`,
  setInProgress: (number: number, total: number) =>
    `You have a custom set in progress, at question ${number} of ${total}. Starting a new one finishes it, and its answers count.`,
  resumeSet: 'Resume',

  noMistakesTitle: 'No mistakes to review',
  noMistakes: (id: string) => `There are no ${id} mistakes to practice on this device. Finish an attempt to see the ones you missed.`,
  noMixedTitle: 'No mixed practice yet',
  noMixed: (id: string) => `This device has no mixed practice for ${id}. Start one now. It takes about ten minutes.`,
  noRenewalTitle: 'No renewal practice yet',
  noRenewal: (id: string) => `This device has no renewal practice for ${id}. Choose when you earned the certification, then start.`,
  chooseMonth: 'Choose the Month',
  noSetTitle: 'No custom set yet',
  noSet: (id: string) => `You haven’t built a custom set for ${id} on this device.`,

  pageTitle: (id: string) => `Daily review of ${id}, Praxam`,
  pageDescription: (id: string) => `The ${id} questions from your earlier practice that are due for review today.`,
  title: 'Daily review',
  what: 'Brings back each question just before you would forget it.',
  start: (count: number) => `Review ${counted(count, 'Question')}`,
  starting: 'Starting...',
  continueReview: 'Continue your review',
  due: (today: number, all: number) => {
    if (today < all) return `${counted(all, 'question')} are due. Your daily limit allows ${today} today.`
    return `${counted(all, 'question')} ${all === 1 ? 'is' : 'are'} due today.`
  },
  enoughToday: (left: number) =>
    `You’ve reached your daily limit. ${counted(left, 'more question', 'more questions')} ${left === 1 ? 'is' : 'are'} due and will come up tomorrow.`,
  nextOn: (date: string) => `Nothing is due. The next question is due on ${day(date)}.`,
  nothingScheduled: 'Nothing scheduled yet. Questions are scheduled once you reveal their answers or finish the attempt.',
  unanswered: 'We couldn’t load your due questions. Check your connection and try again.',
  tryAgain: 'Try Again',
  dueCount: (count: number) => `${counted(count, 'question')} due`,
  dueOn: (date: string) => `Next on ${day(date)}`,
  leftToday: (count: number) => `${count} left in today’s limit, across all exams.`,
  forMembers: 'It plans weeks ahead across all your devices, so it needs an account.',
  signIn: 'Sign In',
  createAccount: 'Create Account',
  loadingDue: 'Loading your due questions',
  reviewNeedsScript: 'Turn on JavaScript to use the daily review.',
  guestWhat: (id: string) =>
    `The daily review schedules each ${id} question you answer for the day you’re about to forget it, weeks ahead and across all your devices. Browsers can clear their data, so the schedule needs an account.`,
  meanwhile: 'Or practice now',
  practiceIncorrect: 'Practice Mistakes',
  practiceNew: 'Practice New Questions',
}
