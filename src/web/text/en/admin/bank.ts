/** The administrators' question bank: the list, bulk actions, preview, import, and export. */

import type { ExportFormat } from '#exam/export-format.ts'
import type { ColumnMeaning } from '#server/bank/index.ts'
import { counted, number } from '#web/text/en/numbers.ts'

const questions = (count: number) => counted(count, 'question')

export const bank = {
  title: 'Question bank',
  files: 'Import/Export',
  add: 'Add Question',
  errorTitle: 'Error Loading Questions',
  failed: 'Failed to load questions',
  failedAdvice: 'Check your connection and try again.',
  needsScript: 'You can read and search the list without JavaScript. Turn it on to change questions.',

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
  statisticsChoices: { unanswered: 'Never answered', hard: 'Mostly incorrect', easy: 'Mostly correct', flagged: 'Flagged for review' },
  sort: 'Sort by',
  sortings: { oldest: 'Oldest first', newest: 'Newest first', changed: 'Last changed', hardest: 'Hardest first' },
  search: 'Search',
  searchHint: 'Search questions...',

  /** `listed`: number of questions on all pages, if they are not all matches. */
  count: (total: number, isExact: boolean, from: number, to: number, listed = total) => {
    if (total === 0) return 'No questions'
    const shown = `${number(from)} to ${number(to)} shown`
    if (isExact) return `${questions(total)}, ${shown}`
    return `More than ${questions(total)}, ${shown}. Only ${number(listed)} of them are listed. Add a word or a filter.`
  },
  stateCounts: (exam: string, published: number, draft: number) => `${exam}: ${number(published)} published, ${counted(draft, 'draft')}`,
  empty: (exam: string) => `There are no questions for ${exam} yet. Add one, or import a file.`,
  nothingFound: 'No results. Use fewer words, or remove a filter.',
  showAll: (exam: string) => `Show all of ${exam}`,

  columns: { question: 'Question', type: 'Type', area: 'Skill area', options: 'Options', actions: 'Actions' },
  options: (count: number) => counted(count, 'option'),
  draft: 'Draft',
  caseStudy: 'Case study',
  right: (percent: number, answered: number) => `${percent}% of ${counted(answered, 'answer')} correct`,
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
    publish: (count: number) => (count === 0 ? 'All of them were already published.' : `${questions(count)} published.`),
    withdraw: (count: number) =>
      count === 0
        ? 'All of them were already drafts.'
        : `${questions(count)} withdrawn. Candidates no longer see ${count === 1 ? 'it' : 'them'}.`,
    move: (count: number) => (count === 0 ? 'All of them were already there.' : `${questions(count)} moved.`),
    delete: (count: number) => `${questions(count)} deleted.`,
  },
  alreadyDeleted: (count: number) =>
    count === 1 ? 'Someone else already deleted this question.' : `Someone else already deleted ${number(count)} of these questions.`,
  moveTitle: (count: number) => `Move ${questions(count)}`,
  moveTo: 'Exam',
  moveToArea: 'Skill area',
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
  prompts: 'Prompts',
  items: 'Items',
  steps: 'Steps to put in order',

  filesTitle: 'Import/Export Questions',
  importTitle: 'Import',
  importLede:
    'Choose a file from an export of this site or from another tool: JSON, Moodle XML, GIFT, Aiken, a QTI package, an export from Canvas or Blackboard, CSV, Excel, Markdown for text2qti, or Anki notes as text. We check it first, and you see what is new, changed, or refused before anything is written.',
  template:
    'To write questions in a spreadsheet, start from a template. It has an example of each question type except solution series. Replace the examples.',
  templates: { csv: 'Template as CSV', xlsx: 'Template for Excel (XLSX)' },
  chooseFile: 'Choose a file',
  chooseAnother: 'Choose another file',
  checkAgain: 'Check again',
  exportTitle: 'Export',
  exportLede: 'Drafts are included. Choose JSON or the archive to keep everything; other formats are for other tools.',
  exportWhat: 'What to export',
  everyExam: 'All exams',
  exportAll: (count: number | undefined) => (count === undefined ? 'Export all' : `Export all ${number(count)}`),
  exportFormat: 'Format',
  exportFormats: {
    json: 'JSON, questions and case studies',
    zip: 'Archive, with images',
    xml: 'Moodle XML',
    gift: 'GIFT',
    'qti.zip': 'QTI 3.0 package',
    'qti21.zip': 'QTI 2.1 package',
    csv: 'CSV table',
    xlsx: 'Excel workbook (XLSX)',
    html: 'Question paper to print (HTML)',
  } satisfies Record<ExportFormat, string>,
  /** What each format keeps. `docs/formats.md` has the details. */
  exportNotes: {
    json: 'Everything except images. Importing this file again changes nothing.',
    zip: 'Everything: questions, case studies, certifications, and images.',
    xml: 'For Moodle 4, with images, feedback, and tags, but without grounding or dates.',
    gift: 'Plain text for Moodle and other tools, without images, grounding, or dates.',
    'qti.zip': 'For learning platforms, with images and case studies, but without grounding or dates.',
    'qti21.zip': 'For older learning platforms. Case studies become part of each question.',
    csv: 'One row per question, with all fields but no images. Text that looks like a formula starts with an apostrophe.',
    xlsx: 'One row per question, with all fields but no images.',
    html: 'To read and print, with the answer key at the end. To get a PDF, print it from your browser. It can’t be imported.',
  } satisfies Record<ExportFormat, string>,
  exporting: 'Exporting...',
  exportFailed: 'Failed to export questions',
  tooLarge: (megabytes: number) => `The file is larger than ${megabytes} MB. Split it and import the parts one at a time.`,
  importFailed: 'Failed to import questions',
  nothingWritten: 'Nothing was written.',
  cutWhileChecking: 'The connection was lost while we checked the file. Nothing was imported. Check the file again.',
  cutWhileWriting:
    'The connection was lost before the server confirmed the result. Either all questions were written or none. Check the file again: if all questions are unchanged, they were written.',
  stages: {
    reading: 'Reading the file',
    comparing: 'Comparing with the questions of the exam',
    checking: 'Checking the questions',
    writing: 'Importing...',
    indexing: 'Updating the search index',
  },
  progress: (done: number, total: number) => `${number(done)} of ${number(total)}`,
  readAs: (name: string, encoding: string | null) => `Read as ${name}${encoding === null ? '' : `, ${encoding}`}. Change how it is read`,
  importExam: 'Exam',
  importExamHint: 'For questions that do not name one.',
  importReference: 'Official page',
  importReferenceHint: 'For new questions without a reference. If you leave it empty, they get a link to the study guide.',
  importArea: 'Skill area',
  importAreaHint: 'For questions whose category is not a skill area.',
  importNoArea: 'None',
  importCategories: 'Categories in the file',
  importCategoriesLede: 'These are not skill areas of the exam. Choose one for each, or leave it empty.',
  importCategoryHint: (count: number) => questions(count),
  importMoreCategories: (count: number) =>
    `${counted(count, 'more category', 'more categories')} will get the skill area chosen above the list.`,
  importColumns: 'Columns of the table',
  importColumnsLede: 'Choose what each column contains. We’ll remember your choices for the next table with these columns.',
  importHeader: 'The first row contains column names',
  importColumn: (position: number) => `Column ${position}`,
  importExample: (text: string) => (text === '' ? 'Empty' : `Example: ${text}`),
  importMissing: (names: readonly string[]) => `Choose a column for: ${names.join(', ')}.`,
  meanings: {
    '': 'Don’t import',
    text: 'Question',
    option: 'One option',
    options: 'All options, one per line',
    key: 'Correct answer',
    reason: 'Why the option is wrong',
    explanation: 'Explanation',
    reference: 'Official page',
    category: 'Skill area or category',
    type: 'Type',
    difficulty: 'Difficulty, 1 to 3',
    id: 'ID',
    image: 'Image',
  } satisfies Record<ColumnMeaning, string>,
  checkWithChoices: 'Check again with these choices',
  choicesChanged: 'Check the file again before you import it.',
  readJustNow: (count: number) => `Read ${questions(count)}. Nothing has been written yet.`,
  counts: { new: 'New', changed: 'Changed', same: 'Unchanged', refused: 'Refused' },
  show: 'Show',
  tabs: {
    refused: (count: number) => `Refused (${number(count)})`,
    new: (count: number) => `New (${number(count)})`,
    changed: (count: number) => `Changed (${number(count)})`,
    same: (count: number) => `Unchanged (${number(count)})`,
    partly: (count: number) => `Partial (${number(count)})`,
    warnings: (count: number) => `Warnings (${number(count)})`,
  },
  noRows: {
    refused: 'No refused questions.',
    new: 'No new questions.',
    changed: 'No changed questions.',
    same: 'No unchanged questions.',
    partly: 'All questions were read completely.',
    warnings: 'No warnings.',
  },
  where: 'Location',
  why: 'Reason',
  notes: 'Warnings',
  leftOut: 'Left out',
  /** `index` counts from 0, as in the report. */
  place: (index: number, line: number, file?: string, element?: string) =>
    [`Question ${index + 1}`, file, `line ${line}`, element].filter((part) => part !== undefined).join(', '),
  nearBank: 'Nearly identical to a question in the bank:',
  nearFile: (title: string, line: number | undefined) =>
    `Nearly identical to another question in this file${line === undefined ? '' : `, on line ${line}`}: ${title}`,
  inNewTab: '(opens in a new tab)',
  allOrNothing: (count: number) =>
    count === 0
      ? 'Nothing is written while any question is refused.'
      : `Nothing is written while any question is refused. Fix the file to import its ${counted(count, 'new or changed question')}.`,
  someRefused: (refused: number, count: number) =>
    count === 0
      ? 'The refused questions cannot be imported, and there is nothing else to import.'
      : `${questions(refused)} ${refused === 1 ? 'is' : 'are'} refused and will be missing. The others can be imported. New ones are drafts until you publish them.`,
  nothingToImport: 'There is nothing to import. The bank already has all of these questions.',
  importNow: (count: number) => `Import ${questions(count)}`,
  importing: 'Importing...',
  imported: (added: number, changed: number) => `Import finished: ${number(added)} added, ${number(changed)} changed.`,

  error: 'An error occurred',
  noAnswer: 'The server didn’t respond. Check your connection, review the list, and try again.',
  problems: {
    NOT_SIGNED_IN: 'You’re signed out. Sign in again in another tab, then try again here.',
    NOT_AN_ADMINISTRATOR: 'You’re no longer an administrator. Ask another administrator to give you the role.',
    SECOND_FACTOR_NEEDED: 'Set up two-step sign-in in your profile first.',
    UNKNOWN_QUESTION: 'Someone else deleted this question. Close this dialog to see the current list.',
  } as Record<string, string>,
}
