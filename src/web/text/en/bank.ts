/** The question bank of administrators: the list, what is done with several questions, preview, import and export. */

const number = (count: number) => count.toLocaleString('en-GB')
const questions = (count: number) => (count === 1 ? '1 question' : `${number(count)} questions`)
const drafts = (count: number) => (count === 1 ? '1 draft' : `${number(count)} drafts`)

export const bank = {
  title: 'Question bank',
  files: 'Import/Export',
  add: 'Add Question',
  errorTitle: 'Error Loading Questions',
  failed: 'Failed to load questions',
  failedAdvice: 'Check your connection and try again.',
  needsScript: 'Without JavaScript the list can be read and searched; changing questions needs it.',

  exam: 'Exam',
  type: 'Type',
  everyType: 'All types',
  area: 'Skill area',
  everyArea: 'All skill areas',
  state: 'State',
  everyState: 'Published and drafts',
  states: { published: 'Published', draft: 'Drafts' },
  statistics: 'Answers',
  everyStatistics: 'All questions',
  statisticsChoices: { unanswered: 'Never answered', hard: 'Mostly wrong', easy: 'Mostly right' },
  sort: 'Order',
  sortings: { oldest: 'Oldest first', newest: 'Newest first', changed: 'Changed last', hardest: 'Hardest first' },
  search: 'Search',
  searchHint: 'Search questions...',

  count: (total: number, isExact: boolean, from: number, to: number) => {
    if (total === 0) return 'No questions'
    const shown = `${number(from)} to ${number(to)} shown`
    return isExact ? `${questions(total)}, ${shown}` : `More than ${questions(total)}, ${shown}`
  },
  stateCounts: (exam: string, published: number, draft: number) => `${exam}: ${number(published)} published, ${drafts(draft)}`,
  empty: (exam: string) => `There are no questions for ${exam} yet. Add one, or import a file of them.`,
  nothingFound: 'No question is like that. Search for fewer words, or take a filter away.',
  showAll: (exam: string) => `Show all of ${exam}`,

  columns: { question: 'Question', type: 'Type', area: 'Skill area', options: 'Options', actions: 'Actions' },
  options: (count: number) => (count === 1 ? '1 option' : `${count} options`),
  draft: 'Draft',
  caseStudy: 'Case study',
  right: (percent: number, answered: number) => `${percent}% of ${number(answered)} right`,
  noText: 'No text',
  preview: (words: string) => `Preview: ${words}`,
  edit: (words: string) => `Edit: ${words}`,
  delete: (words: string) => `Delete: ${words}`,
  select: (words: string) => `Select: ${words}`,
  pages: 'Pages',
  page: (page: number) => `Page ${page}`,

  selectPage: 'Select this page',
  selected: (count: number) => `${number(count)} selected`,
  bulk: 'Selected questions',
  publish: 'Publish',
  publishing: 'Publishing...',
  withdraw: 'Withdraw',
  withdrawing: 'Withdrawing...',
  move: 'Move…',
  deleteMany: 'Delete',
  changed: {
    publish: (count: number) => (count === 0 ? 'All of them were published already.' : `${questions(count)} published.`),
    withdraw: (count: number) =>
      count === 0
        ? 'All of them were drafts already.'
        : `${questions(count)} withdrawn. Candidates do not see ${count === 1 ? 'it' : 'them'} any more.`,
    move: (count: number) => (count === 0 ? 'All of them were there already.' : `${questions(count)} moved.`),
    delete: (count: number) => `${questions(count)} deleted.`,
  },
  gone: (count: number) =>
    count === 1
      ? 'Somebody else has already deleted this question.'
      : `Somebody else has already deleted ${number(count)} of these questions.`,
  moveTitle: (count: number) => `Move ${questions(count)}`,
  moveTo: 'To the exam',
  moveToArea: 'To the skill area',
  keepArea: 'Keep the skill area',
  moveNow: 'Move',
  moving: 'Moving...',
  deleteManyTitle: (count: number) => `Delete ${questions(count)}`,
  deleteManySure: (count: number) =>
    count === 1
      ? 'Are you sure you want to delete this question? This action cannot be undone.'
      : `Are you sure you want to delete these ${number(count)} questions? This action cannot be undone.`,
  deleteNow: (count: number) => `Delete ${questions(count)}`,

  deleteTitle: 'Delete Question',
  deleteSure: 'Are you sure you want to delete this question? This action cannot be undone.',
  deleteOne: 'Delete',
  deleting: 'Deleting...',
  cancel: 'Cancel',
  loading: 'Loading',

  previewTitle: 'Question Preview',
  closePreview: 'Close Preview',
  prompts: 'To be matched',
  pieces: 'Pieces',
  steps: 'Steps, to be put in order',

  filesTitle: 'Import/Export Questions',
  importTitle: 'Import',
  importLede:
    'Choose a .json file with a list of questions, or a .zip archive of an export. It is read first: you see what is new, changed or refused before anything is written.',
  chooseFile: 'Choose a file',
  chooseAnother: 'Choose another file',
  checkAgain: 'Check again',
  exportTitle: 'Export',
  exportLede: 'A .json file has the questions; an archive has case studies, certifications and images as well.',
  exportWhat: 'What to export',
  everyExam: 'Every exam',
  exportAll: (count: number | undefined) => (count === undefined ? 'Export all' : `Export all ${number(count)}`),
  exportArchive: 'Export as archive',
  exporting: 'Exporting...',
  exportFailed: 'Failed to export questions',
  wrongExtension: 'Invalid file format. Expected an array of questions. Choose a file that ends in .json, or an archive that ends in .zip.',
  tooLarge: (megabytes: number) => `The file is larger than ${megabytes} MB. Split it and import the parts one after the other.`,
  importFailed: 'Failed to import questions',
  nothingWritten: 'Nothing was written.',
  cutWhileChecking: 'The connection was cut while the file was being checked. Nothing was written. Check it again.',
  cutWhileWriting:
    'The connection was cut before the server said how it ended. It has written every question or none. Check the file again: if all are the same, they were written.',
  stages: {
    reading: 'Reading the file',
    checking: 'Checking the questions',
    writing: 'Importing...',
    indexing: 'Making the questions findable',
  },
  progress: (done: number, total: number) => `${number(done)} of ${number(total)}`,
  readJustNow: (count: number) => `${questions(count)}, read just now. Nothing has been written.`,
  counts: { new: 'New', changed: 'Changed', same: 'Same', refused: 'Refused' },
  show: 'Show',
  tabs: {
    refused: (count: number) => `Refused ${number(count)}`,
    new: (count: number) => `New ${number(count)}`,
    changed: (count: number) => `Changed ${number(count)}`,
    same: (count: number) => `Same ${number(count)}`,
    warnings: (count: number) => `Warnings ${number(count)}`,
  },
  noRows: {
    refused: 'No question is refused.',
    new: 'No question is new.',
    changed: 'No question differs from the one in the bank.',
    same: 'No question is the same as in the bank.',
    warnings: 'There is nothing to warn of.',
  },
  where: 'Where',
  why: 'Why it was refused',
  notes: 'What to look at',
  /** `index` counts from 0, as in the report. */
  place: (index: number, line: number) => `Item ${index + 1}, line ${line}`,
  nearBank: 'Nearly the same as one in the bank:',
  nearFile: (title: string, line: number | undefined) =>
    `Nearly the same as another one in this file${line === undefined ? '' : `, on line ${line}`}: ${title}`,
  inNewTab: '(opens in a new tab)',
  allOrNothing: (count: number) =>
    count === 0
      ? 'All or nothing: nothing is written while a question is refused.'
      : `All or nothing: the ${number(count)} new and changed questions are written once no question is refused.`,
  nothingToImport: 'There is nothing to import: the bank has all of these questions already.',
  importNow: (count: number) => `Import ${questions(count)}`,
  importing: 'Importing...',
  imported: (added: number, changed: number) => `Import finished: ${number(added)} added, ${number(changed)} changed.`,

  error: 'An error occurred',
  noAnswer: 'The server gave no answer. Check your connection, look at the list again, and then try again.',
  problems: {
    NOT_SIGNED_IN: 'You are signed out. Sign in again in another tab, then try again here.',
    NOT_AN_ADMINISTRATOR: 'You are not an administrator any more. Ask another one to give you the role.',
    SECOND_FACTOR_NEEDED: 'Set up a second factor in your profile first.',
    UNKNOWN_QUESTION: 'This question is not in the bank any more; somebody else has deleted it. Close this to see the list as it is now.',
  } as Record<string, string>,
}
