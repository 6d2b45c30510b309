/** Importing a learner record, on the account tab of the profile. */
import { counted } from '#web/text/en/numbers.ts'

const existing = (count: number) => (count > 0 ? `, ${count} already in your account` : '')

export const recordImport = {
  name: 'Import my data',
  what: 'Adds the attempts, notes, exam dates, and renewal dates from a file that you downloaded from this or another Praxam site.',
  choose: 'Choose File',
  title: 'Import my data',
  reading: 'Reading the file…',
  importing: 'Importing…',
  import: 'Import',
  cancel: 'Cancel',
  close: 'Close',
  adds: 'This will be added to your account:',
  added: 'Added to your account:',
  attempts: (added: number, known: number) => `${counted(added, 'attempt')}${existing(known)}`,
  notes: (added: number, known: number) => `${counted(added, 'note')}${existing(known)}`,
  examDates: (added: number, known: number) => `${counted(added, 'exam date')}${existing(known)}`,
  renewalDates: (added: number, known: number) => `${counted(added, 'renewal date')}${existing(known)}`,
  keptQuestions: (count: number) =>
    `${counted(count, 'question')} that this site doesn’t have or words differently. You can still read ${count === 1 ? 'it' : 'them'} in your attempts.`,
  leftOut: (count: number) =>
    `${counted(count, 'attempt')} can’t be imported. Simulations in progress and attempts without answers are left out.`,
  nothing: 'Your account has everything that can be imported from this file.',
  terms: 'Imported attempts count in your progress, but not in the statistics of the questions, and you can’t share their results.',
  tooLarge: (megabytes: number) => `The file is larger than ${megabytes} MB. Choose the original praxam-my-data.json that you downloaded.`,
  problems: {
    RECORD_UNREADABLE: 'The file is damaged. Choose the original praxam-my-data.json that you downloaded.',
    NOT_A_RECORD: 'This file doesn’t contain the data of a Praxam account. Choose praxam-my-data.json.',
    NEWER_RECORD: 'This file was made by a later release of Praxam, so it can’t be read here yet.',
    RECORD_WRONG: 'The file has errors, so nothing was imported:',
    RECORD_FULL: 'Your account can’t hold that many imported attempts or questions. Delete some imported attempts first.',
    TOO_MANY_IMPORTS: 'You’ve imported many files in a short time. Try again in an hour.',
    TOO_MANY_NOTES: 'Your account has the maximum number of notes. Delete some and try again.',
    SIGNED_OUT: 'You are signed out. Sign in and choose the file again.',
    DISK_FULL: 'The site is out of storage space. Try again later.',
  } as Readonly<Record<string, string>>,
  failed: 'The file couldn’t be imported. Check your connection and try again. Nothing will be imported twice.',
}
