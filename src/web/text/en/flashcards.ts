/** Downloading questions for Anki, or as a table. */
import { counted, number } from '#web/text/en/numbers.ts'

export const flashcards = {
  open: 'Download for Anki',
  openFailed: 'This part of the page didn’t load. Check your connection and try again.',
  title: 'Download questions for Anki',
  sets: 'Questions',
  setNames: {
    mistakes: (count: number) => `Mistakes (${number(count)})`,
    flagged: (count: number) => `Flagged (${number(count)})`,
    all: (count: number) => `All answered (${number(count)})`,
  },
  format: 'File',
  formats: {
    apkg: {
      name: 'Anki package',
      hint: 'Cards with the answer, the explanations, the reference, and images. Importing a newer file updates the same cards.',
    },
    csv: { name: 'Table (CSV)', hint: 'Plain text for Excel and other programs, without images.' },
  },
  tooMany: (max: number) => `A file can have at most ${counted(max, 'question')}. Yours will contain the first ${number(max)}.`,
  reading: 'Loading your questions…',
  notRead: 'Your questions could not be read. Check your connection and try again.',
  nothing: 'There’s nothing to download yet. Answer or flag some questions first.',
  download: 'Download',
  downloading: 'Preparing the file…',
  cancel: 'Cancel',
  close: 'Close',
  saved: (cards: number, left: number) =>
    `The file has ${counted(cards, 'question')}.${left > 0 ? ` ${counted(left, 'question')} ${left === 1 ? 'is' : 'are'} no longer in the bank.` : ''}`,
  howToOpen: {
    apkg: 'Open it in Anki on your computer or phone. The cards are in the “Praxam” deck.',
    csv: 'Open it in Excel or another spreadsheet program.',
  },
  sealed: 'Your simulation in progress includes some of these questions. Finish it before you download them.',
  gone: 'These questions are no longer in the bank. Choose other questions.',
  tooManyFiles: 'You’ve downloaded many files in a short time. Try again in an hour.',
  failed: 'The file couldn’t be created. Check your connection and try again.',
  /** On pages about a certification. */
  sectionTitle: 'Your questions as flashcards',
  section: 'Download your mistakes and flagged questions for Anki, or as a table.',
}
