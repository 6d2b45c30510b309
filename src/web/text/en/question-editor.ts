/** Words of the editor of questions, and of the editor of texts in it. */
import type { Dropped } from '#web/admin/question-bank/editor/question-form.ts'
import { countWord } from '#web/text/en/numbers.ts'

export const richText = {
  format: (label: string) => `Format ${label}`,
  bold: 'Bold',
  italic: 'Italic',
  list: 'List',
  numbers: 'Numbered list',
  heading: 'Heading',
  link: 'Link',
  code: 'Code',
  picture: 'Image',
  table: 'Table',
  addRow: 'Add a row below',
  removeRow: 'Remove this row',
  addColumn: 'Add a column to the right',
  removeColumn: 'Remove this column',
  removeTable: 'Remove the table',
  cancel: 'Cancel',

  address: 'Address of the link',
  addressProblem: 'Enter a whole address, beginning with https:// or http://',
  setLink: 'Set link',
  removeLink: 'Remove link',

  file: 'Picture',
  fileHint: 'PNG, JPEG, WebP, GIF or AVIF, 5 MB at most. A picture can also be pasted or dropped into the text.',
  uploading: 'Uploading...',
  uploaded: 'Uploaded',
  uploadFailed: 'The picture could not be uploaded. Try again; your text stays as it is.',
  tooLarge: 'The picture is larger than 5 MB. Choose a smaller one.',
  tryAgain: 'Try again',
  alt: 'Alternative text',
  altHint: 'What the picture says, for those who cannot see it.',
  insertPicture: 'Insert image',
  setPicture: 'Change image',
  foreignPicture: 'A picture from another site was left out. Save it to a file and insert that.',
}

/** What failed and what to do about it. Without a status the site could not be reached. Source: spec §8, admin save or delete failure. */
export function failureSentence({ status, code, message }: { status?: number; code?: string; message: string }): string {
  if (status === undefined)
    return 'An error occurred: the site cannot be reached. Nothing you typed is lost; try again when you are online.'
  if (status === 401) return 'You are signed out. Sign in again in another tab, then try again here: nothing you typed is lost.'
  if (status === 403 && code === 'NOT_AN_ADMINISTRATOR')
    return 'You are not an administrator any more. Ask another one to give you the role; nothing you typed is lost while this stays open.'
  return message
}

const labels: Record<string, string> = {
  exam_id: 'Exam',
  question_type: 'Question type',
  text: 'Question text',
  options: 'Options',
  correct_answer: 'Correct Answer',
  explanation: 'Explanation',
  option_explanations: 'Explanation per option',
  reference: 'Reference URL',
  pairs: 'Pairs',
  case_study_id: 'Case study',
  skill_area: 'Skill area',
  skill: 'Skill',
  difficulty: 'Difficulty',
  state: 'State',
}

export const questionEditor = {
  addTitle: 'Add New Question',
  editTitle: 'Edit Question',
  opening: 'Opening the question',
  fieldLabel: (field: string) => labels[field] ?? field,
  exam: (id: string) => `Exam ${id.toUpperCase()}`,
  types: { single_choice: 'Single Choice', multiple_choice: 'Multiple Choice', reorder: 'Reorder', drag_drop: 'Drag & Drop' },
  states: { published: 'Published', draft: 'Draft' },
  difficulties: { 1: '1 Recall', 2: '2 Decision', 3: '3 Several rules together' },
  none: 'None',
  notStated: 'Not stated',

  option: (letter: string) => `Option ${letter}`,
  addOption: 'Add option',
  step: (letter: string) => `Step ${letter}`,
  steps: 'Steps, as candidates see them at first',
  addStep: 'Add step',
  prompt: (number: number) => `Prompt ${number}`,
  prompts: 'Prompts, the left side',
  addPrompt: 'Add prompt',
  piece: (letter: string) => `Piece ${letter}`,
  pieces: 'Pieces, the right side',
  piecesHint: 'There may be more pieces than prompts; the others belong nowhere.',
  addPiece: 'Add piece',
  remove: (name: string) => `Remove ${name}`,
  moveUp: (name: string) => `Move up: ${name}`,
  moveDown: (name: string) => `Move down: ${name}`,
  movedTo: (name: string, place: number, total: number) => `${name} is at place ${place} of ${total} now`,
  removed: (name: string) => `${name} is removed`,
  isCorrect: 'Correct answer',
  isCorrectOf: (name: string) => `Correct answer: ${name}`,
  why: (name: string) => `Explanation of ${name}`,
  whyFold: 'Why it is right or wrong',
  belongs: (prompt: string) => `Piece of ${prompt}`,
  noPiece: 'Choose a piece',
  noWords: 'no words yet',
  order: 'Right order',
  orderHint: 'The steps from the first to the last. One that is left out belongs nowhere.',
  unused: 'Left out',
  leaveOut: (name: string) => `Leave out: ${name}`,
  takeIn: (name: string) => `Take in: ${name}`,
  givenAway: 'Candidates see the steps in the right order to begin with.',
  mix: 'Mix the steps',
  keyHints: {
    single_choice: 'The letter of the correct option, for example A.',
    multiple_choice: 'Letters with commas between them, for example A,C.',
    reorder: 'Positions of the steps in the right order, counted from 0, for example 2,0,1.',
    drag_drop: 'Prompt=piece, counted from 0, with commas between them, for example 0=1,1=0.',
  },
  keyMissing: {
    single_choice: 'Say which option is correct.',
    multiple_choice: 'Say which options are correct.',
    reorder: 'Put the steps in the right order.',
    drag_drop: 'Choose a piece for every prompt.',
  },
  referenceHint: 'The page that proves the answer.',
  referenceProblem: 'Enter a whole address, beginning with https://',
  dropped: {
    letters: 'A single choice has one correct answer: only the first is kept when you save.',
    explanations: 'Drag & Drop has no explanation per option: those written are dropped when you save.',
    left: 'Only Drag & Drop has prompts: those written are dropped when you save.',
  } satisfies Record<Dropped, string>,

  cancel: 'Cancel',
  preview: 'Preview',
  save: 'Save',
  saving: 'Saving...',
  history: 'History',
  notSaved: (count: number) => `Not saved. ${count === 1 ? 'One field needs' : `${countWord(count)} fields need`} another look:`,
  worthALook: (count: number) => (count === 1 ? 'One thing is worth another look' : `${countWord(count)} things are worth another look`),
  saved: 'Saved.',
  savedWith: 'Saved. Worth another look:',
  /** A reason as the server words it, behind the name of its field. */
  sentence: (field: string, reason: string) => `${labels[field] ?? field} ${reason}.`,
  deleted: 'Somebody has deleted this question meanwhile. Nothing you typed is lost: saving now adds it as a new question.',
  tryAgain: 'Try again',

  leaveTitle: 'Leave without saving?',
  leave: 'What you changed in this question is not saved.',
  keepEditing: 'Keep editing',
  discard: 'Discard changes',

  conflictTitle: 'Somebody else has saved this question',
  conflict: (who: string) => `While you were editing, ${who} saved another version. Here is where the two differ.`,
  conflictSame: 'Both versions say the same. Take theirs to go on.',
  somebody: 'somebody',
  theirs: 'Theirs',
  mine: 'Mine',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
  backToForm: 'Back to the form',
  nothing: 'Nothing',

  previewTitle: 'Question Preview',
  closePreview: 'Close Preview',

  historyTitle: 'History of this question',
  version: (number: number) => `Version ${number}`,
  currentVersion: (number: number) => `Version ${number}, current`,
  savedBy: (at: string | null, who: string | null) =>
    at === null ? 'with the content of the installation' : `${moment(at)} by ${who ?? 'a command or somebody who has left'}`,
  differs: 'Differs from the current version',
  before: 'Then',
  after: 'Now',
  sameAsNow: 'This version says the same as the current one.',
  onlyVersion: 'There is no earlier version.',
  chooseVersion: 'Choose a version to read it.',
  restore: 'Restore this version',
  restoring: 'Restoring...',
  restoreLoses: 'What you changed and did not save is lost with it.',
  restored: (from: number, to: number) => `Version ${from} is back, as version ${to}.`,
  closeHistory: 'Close history',
}

/** An ISO time as `21 November 2026, 09:14` of this device. */
function moment(at: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at)).replace(' at ', ', ')
}
