/** Administration: whether questions still agree with their pages and outlines. */
import { counted, number } from '#web/text/en/numbers.ts'
import type { FreshnessList, FreshnessReason, FreshnessSetter, FreshnessState, PageOutcome, PagePart } from '#exam/freshness.ts'

const lists: Record<FreshnessList, string> = {
  're-check': 'To check',
  orphaned: 'Orphaned',
  unchecked: 'Not checked yet',
  current: 'Current',
}

const setters: Record<FreshnessSetter, string> = {
  'check-sources': 'the comparison with the newest pages',
  outline: 'a new outline',
  person: 'an administrator',
  content: 'a change to the question',
}

const reasons: Record<FreshnessReason, string> = {
  'page-changed': 'A cited page has changed',
  'page-deleted': 'A cited page is gone',
  'objective-removed': 'The objective is no longer in the outline',
  'objective-reworded': 'The objective was reworded in the outline',
}

export const freshnessAdmin = {
  title: 'Freshness',
  lede: 'Each question cites lines of an official page. The check-sources command compares them with the newest version of the page. Read what changed, then confirm that the question is still right, or edit it.',
  filter: 'Show questions',
  lists,
  figures: (examId: string | undefined) => (examId === undefined ? 'Questions for every exam' : `Questions for ${examId.toUpperCase()}`),
  reasons,

  exam: 'Exam',
  everyExam: 'Every exam',
  examCount: (examId: string, count: number) => (count > 0 ? `${examId.toUpperCase()} (${number(count)})` : examId.toUpperCase()),
  objective: 'Objective',
  everyObjective: 'Every objective',
  age: 'In this state for',
  ages: {
    '': 'Any length of time',
    '30': '30 days or longer',
    '90': '90 days or longer',
    '180': '180 days or longer',
    '365': 'A year or longer',
  },
  apply: 'Show',
  none: {
    're-check': 'No questions to check.',
    orphaned: 'No orphaned questions.',
    unchecked: 'Every current question has been checked by a person.',
    current: 'No current questions.',
  } satisfies Record<FreshnessList, string>,
  page: 'Pages',
  first: 'First page',
  next: 'Next page',

  list: 'Questions. Press J and K to move, C to confirm that a question is still right, and U to undo.',
  keys: [
    ['J', 'next question'],
    ['K', 'previous question'],
    ['C', 'confirm as correct'],
    ['U', 'undo'],
  ] as const,
  keysLede: 'In the list:',

  draft: 'Draft',
  since: (day: string, setBy: FreshnessSetter, actor: string | null) => `Since ${day}, set by ${actor ?? setters[setBy]}`,
  checkedOn: (day: string | undefined) => (day ? `Checked by a person on ${day}` : 'Last checked by a person: date unknown'),
  /** `isRemoved`: the outline of that day does not have the objective. */
  objectiveOf: (text: string, outline: string | undefined, isRemoved: boolean) =>
    `Objective: ${text}${outline ? ` (${isRemoved ? 'not in the outline' : 'outline'} of ${outline})` : ''}`,
  noPages: 'Cites no page.',
  parts: { page: 'Page', 'second-source': 'Second source' } satisfies Record<PagePart, string>,
  published: 'Published page',
  cited: (lines: string, commit: string) => `Lines ${lines} at ${commit.slice(0, 7)}`,
  newest: (lines: string | null, commit: string) => `${lines === null ? 'Newest version' : `Lines ${lines}`} at ${commit.slice(0, 7)}`,
  dated: (day: string) => `dated ${day}`,
  outcomes: {
    unchanged: (day: string) => `Unchanged (checked ${day})`,
    moved: (day: string) => `Moved but otherwise unchanged (checked ${day})`,
    changed: (day: string) => `Changed (checked ${day})`,
    deleted: (day: string) => `Deleted (checked ${day})`,
  } satisfies Record<PageOutcome, (day: string) => string>,
  notCompared: 'Not compared with the newest version yet',
  hash: (sha256: string) => `sha256 of the lines: ${sha256.slice(0, 12)}…`,
  difference: 'What changed',

  sharedPages: 'Changed pages that several questions cite',
  sharedPagesLede: 'Read what changed in each question below. If all questions that cite a page are still right, confirm them together.',
  questions: (count: number) => counted(count, 'question'),
  confirmAll: 'Confirm as Correct',
  confirm: 'Confirm as Correct',
  undo: 'Undo',
  edit: 'Edit Question',
  busy: 'Saving...',
  about: (question: string) => `: ${question}`,
  confirmed: 'Confirmed as correct.',
  nothingLeft:
    'Its lines, page, or objective are gone, so it can’t be confirmed as it is. Edit the question: cite other lines or another page, or choose another objective.',

  announceConfirmed: (left: number) => `Confirmed as correct. ${counted(left, 'question')} left on this page.`,
  announceUndone: 'Undone.',
  announceAll: (action: 'confirm' | 'undo', saved: number, refused: number) =>
    `${action === 'confirm' ? 'Confirmed as correct' : 'Undone'}: ${counted(saved, 'question')}.${
      refused > 0 ? ` ${counted(refused, 'question')} couldn’t be changed. The list shows why.` : ''
    }`,
  announceBusy: 'Still saving. Try again in a moment.',
  announceNothingToUndo: 'There is nothing to undo.',
  announceLast: 'This is the last question on the page.',
  changedBy: (email: string | null) =>
    `${email ?? 'Another administrator or a new comparison'} has changed the state of this question. Your change wasn’t saved. Reload the page to see the new state.`,
  notConfirmed: 'The latest confirmation isn’t yours, so you can’t undo it.',

  quality: 'Freshness',
  qualityOf: (state: FreshnessState, reason: FreshnessReason | null, day: string) =>
    `${lists[state]} since ${day}${reason ? `. ${reasons[reason]}` : ''}.`,
  concern: (reason: FreshnessReason) => `${reasons[reason]}.`,
}
