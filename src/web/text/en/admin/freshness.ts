/** Administration: whether questions still agree with their pages and outlines. */
import { counted } from '#web/text/en/numbers.ts'
import type { FreshnessReason, FreshnessSetter, FreshnessState, PageOutcome, PagePart } from '#exam/freshness.ts'

const states: Record<FreshnessState, string> = { 're-check': 'To check', orphaned: 'Orphaned', current: 'Current' }

const setters: Record<FreshnessSetter, string> = {
  'check-sources': 'the comparison with the newest pages',
  outline: 'a new outline',
  person: 'an administrator',
  content: 'a saved question',
}

const reasons: Record<FreshnessReason, string> = {
  'page-changed': 'A cited page has changed',
  'page-deleted': 'A cited page is gone',
  'objective-removed': 'The objective is no longer in the outline',
  'objective-reworded': 'The outline has reworded the objective',
}

export const freshnessAdmin = {
  title: 'Freshness',
  lede: 'Each question cites lines of an official page. The command check-sources compares them with the newest version of the page. Read what changed, then mark the question as still right or edit it.',
  filter: 'Show questions',
  tab: (state: FreshnessState, count: number | undefined) => (count === undefined ? states[state] : `${states[state]} (${count})`),
  states,
  reasons,

  exam: 'Exam',
  everyExam: 'Every exam',
  examCount: (examId: string, count: number) => (count > 0 ? `${examId.toUpperCase()} (${count})` : examId.toUpperCase()),
  objective: 'Objective',
  everyObjective: 'Every objective',
  age: 'In this state',
  ages: { '': 'Any time', '30': '30 days or longer', '90': '90 days or longer', '180': '180 days or longer', '365': 'A year or longer' },
  apply: 'Show',
  none: {
    're-check': 'No question needs a check here.',
    orphaned: 'No question is orphaned here.',
    current: 'No question is current here.',
  } satisfies Record<FreshnessState, string>,
  page: 'Pages',
  first: 'First page',
  next: 'Next page',

  list: 'Questions. Use the keys J and K to move, C to mark a question as still right, and U to undo.',
  keys: [
    ['J', 'next question'],
    ['K', 'previous question'],
    ['C', 'checked, still right'],
    ['U', 'undo'],
  ] as const,
  keysLede: 'In the list:',

  draft: 'Draft',
  since: (day: string, setBy: FreshnessSetter, actor: string | null) => `Since ${day}, set by ${actor ?? setters[setBy]}`,
  checkedOn: (day: string | undefined) => (day ? `Checked by a person on ${day}` : 'Not known when a person checked it'),
  objectiveOf: (text: string, outline: string | undefined) => `Objective: ${text}${outline ? ` (outline of ${outline})` : ''}`,
  noPages: 'Cites no page.',
  parts: { page: 'Page', 'second-source': 'Second source' } satisfies Record<PagePart, string>,
  published: 'Published page',
  cited: (lines: string, commit: string) => `Lines ${lines} at ${commit.slice(0, 7)}`,
  newest: (lines: string | null, commit: string) => `${lines === null ? 'Newest version' : `Lines ${lines}`} at ${commit.slice(0, 7)}`,
  dated: (day: string) => `dated ${day}`,
  outcomes: {
    unchanged: (day: string) => `Unchanged on ${day}`,
    moved: (day: string) => `Moved, otherwise unchanged on ${day}`,
    changed: (day: string) => `Changed, as seen on ${day}`,
    deleted: (day: string) => `Gone, as seen on ${day}`,
  } satisfies Record<PageOutcome, (day: string) => string>,
  notCompared: 'Not compared with the newest version yet',
  hash: (sha256: string) => `sha256 of the lines: ${sha256.slice(0, 12)}…`,
  difference: 'What changed',
  removed: 'Removed:',
  added: 'Added:',

  confirm: 'Checked, Still Right',
  undo: 'Undo',
  edit: 'Edit Question',
  busy: 'Saving...',
  about: (question: string) => `: ${question}`,
  confirmed: 'Checked, still right.',
  nothingLeft:
    'Its lines, page or objective are gone, so it can’t be confirmed as it is. Edit the question: cite other lines or another page, or choose another objective.',

  announceConfirmed: (left: number) => `Checked, still right. ${counted(left, 'question')} left on this page.`,
  announceUndone: 'Undone.',
  announceBusy: 'Still saving. Try again in a moment.',
  announceNothingToUndo: 'There is nothing to undo.',
  announceLast: 'This was the last question of the page.',
  changedBy: (email: string | null) =>
    `${email ?? 'Someone or a new comparison'} changed the state of this question meanwhile. Reload the page to see it. Nothing was changed.`,
  notConfirmed: 'The latest confirmation isn’t yours, so you can’t undo it.',

  quality: 'Freshness',
  qualityOf: (state: FreshnessState, reason: FreshnessReason | null, day: string) =>
    `${states[state]} since ${day}${reason ? `. ${reasons[reason]}` : ''}.`,
  concern: (reason: FreshnessReason) => `${reasons[reason]}.`,
}
