/** Administration: the outline of an exam, its coverage, and applying a new one. */
import type { FateGroup } from '#exam/outline-changes.ts'
import { day } from '#web/text/en/figures/dates.ts'
import { counted, number } from '#web/text/en/numbers.ts'

const questions = (count: number) => counted(count, 'question')

export const outlineAdmin = {
  title: (id: string) => `Outline of ${id.toUpperCase()}`,
  link: 'Outline: coverage and new version',
  back: (name: string) => `Back to ${name}`,
  missing: 'This certification doesn’t exist. It may have been deleted. Check the list.',
  none: 'This exam has no outline yet. Apply one below to see which objectives have questions.',
  about: (version: string, effectiveOn: string | null, count: number) =>
    `${counted(count, 'objective')}, outline of ${day(version)}${effectiveOn ? `, effective ${day(effectiveOn)}` : ''}.`,
  fromFiles: 'It came with the installation. Content updates replace it.',
  owned: (at: Date) => `An administrator saved it on ${day(at.toISOString())}. Content updates don’t change it.`,

  new: 'Apply a new outline',
  newLede:
    'Choose or paste the JSON file of the outline. You’ll see what happens to each question first. Nothing is saved until you apply it.',
  file: 'Outline as JSON',
  wholeFile: 'The file',
  fileHint: 'The format of content/outlines. Add skillAreas, as in the catalog, if areas, skills, or weights change.',
  choose: 'Choose a File',
  takeCurrent: 'Start from the Current Outline',
  show: 'Show Preview',
  showing: 'Reading...',
  apply: 'Apply Outline',
  applying: 'Applying...',
  empty: 'Choose or paste an outline first.',
  tooLarge: 'This file is larger than 1 MB, so it isn’t an outline. Choose another one.',
  unreadable: 'This file couldn’t be read. Choose it again.',
  problems: (count: number) => `Nothing was saved. ${counted(count, 'place needs', 'places need')} a correction:`,
  changedMeanwhile:
    'Not applied because the outline, the certification, or a question has changed since your preview. The preview below is new: check it, then apply again.',
  applied: (moved: number, recheck: number, orphaned: number) =>
    `Applied: ${questions(moved)} moved, ${number(recheck)} to re-check, ${number(orphaned)} orphaned.`,
  noAnswer: 'The server didn’t respond. Your text is still here. Check your connection and try again.',
  noAnswerApplying:
    'The server didn’t respond, so the outline may or may not have been applied. Your text is still here. Show the preview again to find out.',

  preview: 'Preview',
  dates: (before: string | null, after: string) =>
    before === null ? `New outline of ${day(after)}.` : `From the outline of ${day(before)} to the outline of ${day(after)}.`,
  summary: (moved: number, recheck: number, orphaned: number) =>
    `If you apply it: ${questions(moved)} ${moved === 1 ? 'moves' : 'move'}, ${number(recheck)} to re-check, ${number(orphaned)} orphaned.`,
  notSaved: 'Nothing has been saved yet.',
  outdated: 'The text has changed since this preview. Show the preview again before you apply it.',
  unchanged: 'This outline is the same as the current one. There is nothing to apply.',
  counts: { same: 'Unchanged', changed: 'Changed', removed: 'Removed', added: 'Added' },

  removed: 'Removed objectives',
  removedLede:
    'If another objective continues a removed one, the questions move there, and need a re-check if the wording differs. Otherwise, they are orphaned.',
  continuesAs: 'Continues as',
  orphans: (count: number) => (count === 0 ? 'Nothing (it has no questions)' : `Nothing (${questions(count)} orphaned)`),
  similar: (text: string) => `${text} (similar)`,
  suggestion: (text: string) => `Similar objective: “${text}”.`,
  accept: 'Accept',
  acceptFor: (text: string) => `for ${text}`,
  removedEarlier: (id: string) => `Removed earlier: ${id}`,

  changed: 'Changed objectives',
  before: 'Before',
  after: 'After',
  added: 'Added objectives',
  weights: 'Weights',
  weightColumns: { area: 'Skill area', before: 'Before', after: 'After' },
  noWeight: '–',

  questions: 'Questions',
  showGroup: 'Show',
  groups: {
    moved: (count) => `Move (${number(count)})`,
    're-check': (count) => `Re-check (${number(count)})`,
    orphaned: (count) => `Orphaned (${number(count)})`,
    outside: (count) => `Outside (${number(count)})`,
    unplaced: (count) => `No objective (${number(count)})`,
    stays: (count) => `Stay (${number(count)})`,
  } satisfies Record<FateGroup, (count: number) => string>,
  groupLedes: {
    moved: 'A new version of each question gets the objective, area, and skill below. A question can be in several lists.',
    're-check': 'The wording of their objective changes. Check whether they still fit.',
    orphaned:
      'Their objective is removed. They stay published and name an objective that no longer exists, until someone moves or withdraws them.',
    outside: 'The new outline doesn’t have their area or skill, so they don’t count in any area. Move them to another one.',
    unplaced: 'They don’t name an objective.',
    stays: 'Nothing about them changes.',
  } satisfies Record<FateGroup, string>,
  noQuestions: 'None.',
  firstOnly: (listed: number, total: number) => `The first ${number(listed)} of ${number(total)} are listed.`,
  draft: 'Draft',
  noText: '(no text)',
  placeOf: (objective: string | null, area: string, skill: string) => [objective, area, skill].filter(Boolean).join(' · '),
  to: (place: string) => `to ${place}`,
  inNewTab: '(opens in a new tab)',

  coverage: 'Coverage',
  covered: (covered: number, total: number) =>
    `${number(covered)} of ${counted(total, 'objective')} ${covered === 1 ? 'has' : 'have'} a published question.`,
  coverageColumns: { objective: 'Objective', published: 'Published', drafts: 'Drafts', write: 'New question' },
  write: 'New question',
  writeFor: (text: string) => `for this objective: ${text}`,
  orphanedNow: (count: number) =>
    `${questions(count)} ${count === 1 ? 'is' : 'are'} orphaned: the outline no longer has ${count === 1 ? 'its' : 'their'} objective`,
  unplacedNow: (count: number) => `${questions(count)} without an objective`,
}
