/** Where attempts are saved: storage, other tabs and devices, the account, and what happens at sign-in and sign-out. */
import { exam } from '#web/text/en/practice.ts'
import { counted, someNumbers } from '#web/text/en/numbers.ts'

const adoption = {
  added: 'Added to your account.',
  addedAndShown: (count: number) => `${counted(count, 'attempt')} added. The figures are up to date.`,
  addedNotShown: (count: number) => `${counted(count, 'attempt')} added. The figures will update once your account has everything.`,
  partlyAdded:
    'Some attempts couldn’t be added. To add a simulation, you need a connection, and no other simulation of the same exam may be in progress. Reload the page to try again.',
  removed: (count: number) =>
    `${counted(count, 'simulation')} couldn’t be added because the server no longer has ${count === 1 ? 'it' : 'them'}. We removed ${count === 1 ? 'it' : 'them'} from this device.`,
  failed: 'We couldn’t add them because we couldn’t access your browser’s storage. Reload the page and try again.',
}

export const saving = {
  unsaved: {
    title: exam.unsavedTitle,
    unavailable:
      'Your browser is blocking storage (you may be in private mode). You can continue, but you’ll lose this attempt if you close the page.',
    full: 'Your browser’s storage is full. You can continue, but you’ll lose anything new if you close the page. Free up some space and reload.',
  },
  unsavedHere: {
    title: 'Your answers aren’t being saved on this device',
    unavailable:
      'Your browser is blocking storage (you may be in private mode). You can continue, and your answers go to your account while you’re online. Wait for “Saved” before you close the page.',
    full: 'Your browser’s storage is full. You can continue, and your answers go to your account while you’re online. Wait for “Saved” before you close the page. Free up some space and reload.',
  },
  elsewhere: {
    changed: 'You changed this attempt in another tab. This page shows the latest version.',
    changedOnDevice: 'You changed this attempt on another device. This page shows the latest version.',
    restarted: 'You started a new attempt in another tab. This one is finished and saved.',
  },
  conflict: (numbers: number[], isOver: boolean) => {
    const several = numbers.length > 1
    const what = several
      ? `You had already answered questions ${someNumbers(numbers)} in another tab or on another device, so these later answers weren’t saved.`
      : `You had already answered question ${numbers[0]} in another tab or on another device, so this later answer wasn’t saved.`
    if (isOver) return `${what} The attempt is now finished.`
    return `${what} ${several ? 'You can review and change them.' : 'You can review and change it.'}`
  },
  goToQuestion: (number: number) => `Go to question ${number}`,
  conflictRead: 'Got it',

  gradedAsSeen: (correct: number, total: number) =>
    `The question bank changed after you started. The attempt in your account was graded on the questions as you saw them, without removed questions that you left blank. Its score is ${correct} of ${total} correct.`,
  seeInHistory: 'See this attempt in your history',

  guestAttempts: (attempts: number, notes: number) => {
    const parts = [...(attempts > 0 ? [counted(attempts, 'attempt')] : []), ...(notes > 0 ? [counted(notes, 'note')] : [])]
    return `You have ${parts.join(' and ')} from before you signed in. Add ${attempts + notes === 1 ? 'it' : 'them'} to your account?`
  },
  add: 'Add',
  adding: 'Adding...',
  adoption,
  /** `figures`: whether the figures on the page include the attempts; `undefined` on a page without figures. */
  adopted: ({ adopted, missing, left }: { adopted: number; missing: number; left: number }, figures?: { isUpToDate: boolean }) => {
    const count = figures?.isUpToDate ? adoption.addedAndShown(adopted) : adoption.addedNotShown(adopted)
    const added = figures && adopted > 0 ? count : adoption.added
    const removed = missing > 0 ? [adoption.removed(missing)] : []
    if (left > 0) return [adoption.partlyAdded, ...removed].join(' ')
    return adopted > 0 || missing === 0 ? [added, ...removed].join(' ') : removed.join(' ')
  },
  notNow: 'Not now',

  otherAttempt:
    'You continued this exam in another attempt on another device. Continue that one here, or stay with this one. Both are saved.',
  continueHere: 'Continue here',
  stayHere: 'Stay with this one',
  notLoaded: 'We couldn’t load that attempt because we couldn’t access your browser’s storage. Reload the page and try again.',

  refusals: {
    signedOut: 'You’re signed out. Your answers are saved on this device only. Sign in again to save them to your account.',
    missing:
      'This attempt is no longer in your account. You may have deleted it on another device. You can continue, but it’s saved on this device only. To save a new attempt to your account, finish this one and restart.',
    unreadable:
      'Your account couldn’t accept this attempt, perhaps because its questions were removed. You can continue, but it’s saved on this device only. To save a new attempt to your account, finish this one and restart.',
    tooLong:
      'This attempt is too long to sync. You can continue. Until you finish it, it’s saved on this device only. Then the rest is saved to your account.',
  },
  signIn: 'Sign in',

  left: {
    signedOut: {
      title: 'You signed out in another tab',
      text: 'Your attempts are no longer in this browser. They’re saved in your account. Sign in to continue this one, or reload the page to practice as a guest.',
    },
    otherMember: {
      title: 'Another tab signed in to a different account',
      text: 'We’ve paused this page to keep the two accounts separate. Reload it to practice with the account that is signed in now, or sign in again to continue your attempt.',
    },
  },
  reload: 'Reload',

  signOutTitle: 'Sign out',
  unsent: (count: number) =>
    `${counted(count, 'change')} to your practice attempts and notes ${count === 1 ? 'hasn’t' : 'haven’t'} been sent to your account yet. Signing out removes them from this device, and unsent changes are lost.`,
  unsentUnknown:
    'We couldn’t access your browser’s storage, so we don’t know whether all your practice attempts have been sent to your account. Signing out removes them from this device, and unsent changes are lost.',
  unreachable: 'We can’t reach the site, so you’re still signed in. Check your connection and try again.',
  attemptsStay:
    'You’re signed out, but your practice attempts are still on this device because we couldn’t access your browser’s storage. Try again. If that doesn’t help, clear this site’s data in your browser settings.',
  leaveAttempts: 'Leave them on this device',
  tryAgain: 'Try Again',
  leaveAnyway: 'Sign out and lose them',
  stay: 'Stay signed in',
}
