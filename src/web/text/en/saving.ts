/** Where runs are kept: storage, other tabs and devices, the account, and what happens on signing in and out. */
import { exam } from '#web/text/en/practice.ts'
import { someNumbers } from '#web/text/en/numbers.ts'

const adoption = {
  added: 'Added to your account.',
  partlyAdded:
    'Not all could be added. A simulation needs a network for it and, while it is under way, that no other one of its exam is. Reload the page to try again.',
  gone: (count: number) =>
    count === 1
      ? '1 simulation could not be added: it is no longer kept on our side, and was removed from this device.'
      : `${count} simulations could not be added: they are no longer kept on our side, and were removed from this device.`,
  failed: 'They could not be added: the storage of this browser does not answer. Reload the page and try again.',
}

export const saving = {
  unsaved: {
    title: exam.unsavedTitle,
    unavailable: 'This browser does not let us keep anything (private mode, perhaps). You can go on, but closing the page loses the run.',
    full: 'The storage of this browser is full. You can go on, but closing the page loses what you do from here on. Free some space and reload.',
  },
  unsavedHere: {
    title: 'Answers are not being saved on this device',
    unavailable:
      'This browser does not let us keep anything (private mode, perhaps). You can go on, and your answers go to your account while you are online: wait for “Saved” before you close the page.',
    full: 'The storage of this browser is full. You can go on, and your answers go to your account while you are online: wait for “Saved” before you close the page. Free some space and reload.',
  },
  elsewhere: {
    changed: 'This run was changed in another tab; you see the newest state.',
    changedOnDevice: 'This run was changed on another device; you see the newest state.',
    restarted: 'A new run was started in another tab. This one is finished and kept.',
  },
  conflict: (numbers: number[], isOver: boolean) => {
    const several = numbers.length > 1
    const what = several
      ? `Questions ${someNumbers(numbers)} were answered elsewhere; your answers to them were not saved.`
      : `Question ${numbers[0]} was answered elsewhere; your answer was not saved.`
    if (isOver) return `${what} The run is finished now.`
    return `${what} ${several ? 'Look at them and answer again if you like.' : 'Look at it and answer again if you like.'}`
  },
  goToQuestion: (number: number) => `Go to question ${number}`,
  conflictRead: 'I have read this',

  countedAsAsked: (correct: number, total: number) =>
    `The bank has changed since this run began; your account counts its questions as they were then, without blank ones that have left it: ${correct} of ${total} correct.`,
  seeAsAsked: 'See this run in your history',

  strays: (count: number) =>
    count === 1
      ? '1 run from before you signed in. Add it to your account?'
      : `${count} runs from before you signed in. Add them to your account?`,
  add: 'Add',
  adding: 'Adding...',
  adoption,
  adopted: ({ adopted, missing, left }: { adopted: number; missing: number; left: number }) => {
    const gone = missing > 0 ? [adoption.gone(missing)] : []
    if (left > 0) return [adoption.partlyAdded, ...gone].join(' ')
    return adopted > 0 || missing === 0 ? [adoption.added, ...gone].join(' ') : gone.join(' ')
  },
  notNow: 'Not now',

  otherRun: 'You went on with this exam on another device, in another run. Continue that one here, or stay with this one; both are kept.',
  continueHere: 'Continue here',
  stayHere: 'Stay with this one',
  notContinued: 'It could not be brought here: the storage of this browser does not answer. Reload the page and try again.',

  refusals: {
    signedOut: 'You are signed out. Your answers are saved on this device only; sign in again, and they go to your account.',
    missing:
      'This run is no longer in your account; it may have been deleted on another device. You can go on here, saved on this device only. To keep a run in your account, finish this one and restart.',
    unreadable:
      'Your account could not take this run, perhaps because its questions have left the bank. You can go on here, saved on this device only. To keep a run in your account, finish this one and restart.',
    tooLong:
      'This run has more moves than your account keeps of one. You can go on here, saved on this device only, until you finish it; then the rest goes to your account.',
  },
  signIn: 'Sign in',

  left: {
    signedOut: {
      title: 'You signed out in another tab',
      text: 'Your runs are no longer in this browser; they are in your account. Sign in to go on with this one, or reload the page to practise as a guest.',
    },
    otherMember: {
      title: 'Somebody else signed in in another tab',
      text: 'This page takes no more answers, so that yours do not come into another account. Reload it to practise as whoever is signed in now; to go on with your run, sign in yourself.',
    },
  },
  reload: 'Reload',

  signOutTitle: 'Sign out',
  unsent: (count: number) =>
    `${count === 1 ? '1 change' : `${count} changes`} of your practice runs could not be sent to your account yet. Signing out takes your runs off this device, and what was not sent is lost.`,
  unsentUnknown:
    'The storage of this browser does not answer, so we cannot tell whether all of your practice runs have been sent to your account. Signing out takes them off this device, and what was not sent is lost.',
  unreachable: 'The site does not answer, so you are still signed in. Check your connection and try again.',
  runsStay:
    'You are signed out. Your practice runs are still on this device, because the storage of this browser does not answer. Try again; if that does not help, remove the data of this site in the settings of your browser.',
  leaveRuns: 'Leave them here',
  tryAgain: 'Try again',
  leaveAnyway: 'Sign out and lose them',
  stay: 'Stay signed in',
}
