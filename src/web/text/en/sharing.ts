/** Shared results: the public page, and the pages where a member shares a result or stops sharing it. */
import { exam } from '#web/text/en/practice.ts'
import { results } from '#web/text/en/results.ts'
import { day } from '#web/text/en/figures/dates.ts'
import type { AnswerShare } from '#exam/answer-share.ts'
import type { NameProblem, SharingRefusal } from '#server/sharing/index.ts'

const note = 'Practice result, not affiliated with Microsoft.'

export const sharing = {
  kinds: {
    all: 'Practice with all questions',
    area: 'Practice in one skill area',
    mixed: 'Mixed practice',
    mistakes: 'Practice of earlier mistakes',
    chosen: 'Practice with a custom set',
    review: 'Daily review',
    renewal: 'Renewal practice',
    simulation: 'Exam simulation',
  },
  /** For headings, titles, and the share image. */
  practice: 'Practice result',
  simulation: 'Simulation result',
  /** Before and after the name. */
  of: 'of',
  someone: 'a candidate',
  someoneAlone: 'A candidate',
  pageTitle: (kind: string, name: string, share: AnswerShare, id: string) => `${kind} of ${name}: ${score(share)} on ${id}`,
  pageDescription: (correct: number, total: number, date: string) => `${counted(correct, total)}, ${day(date)}. ${note}`,
  score,
  finishedOn: (date: string) => `Finished on ${day(date)}`,
  correctedOn: (date: string) => `Corrected on ${day(date)}, after an answer key was corrected.`,
  countedShortly: counted,
  counted: (correct: number, total: number) => `${counted(correct, total)}.`,
  note,
  noteMore:
    'The score counts questions answered on this site. It’s not a certificate and doesn’t predict your result on the real exam, which has different questions and its own scale.',
  tryIt: 'Try it yourself',
  tryItText: 'The questions are free, and you don’t need an account.',
  practiceExam: (id: string) => `Practice ${id}`,
  about: (id: string) => `About ${id}`,

  listTitle: 'Shared results',
  listLede: 'Anyone with the link can see these results. When you stop sharing one, its page and image are removed immediately.',
  none: `You haven’t shared any results. Open a finished attempt in your history and choose “${exam.share}.”`,
  result: (id: string, share: AnswerShare) => `${id}, ${score(share)}`,
  sharedOn: (date: string) => `Shared on ${day(date)}`,
  shownAs: (name: string) => `Name shown: ${name}`,
  open: 'Open page',
  change: 'Link and name',
  stopSharing: 'Stop sharing',
  stoppingSharing: 'Stopping...',

  shareTitle: 'Share a result',
  shareLede:
    'Sharing creates a page with what you see below. Anyone with the link can open it. Search engines are asked not to list it. You can stop sharing at any time.',
  sharedTitle: 'Shared result',
  sharedLede: 'Anyone with the link can open the page. People who saved a copy keep it, even if you stop sharing.',
  name: 'Name to show',
  nameHint: 'Up to 60 characters. Leave it empty to be shown as “A candidate.”',
  share: 'Share',
  sharing: 'Sharing...',
  saveName: 'Save name',
  saving: 'Saving...',
  address: 'Link to the page',
  copy: 'Copy link',
  copied: 'Copied.',
  notCopied: 'Your browser blocked copying. The link is selected, so you can copy it from the field.',
  seen: 'What others see',
  toList: 'All shared results',
  toProfile: 'Back to your profile',

  done: {
    shared: 'Result shared. Send the link to anyone.',
    'name-saved': 'Name saved.',
    stopped: 'You stopped sharing this result. Its page and image have been removed.',
  } as Record<string, string>,

  problems: {
    NAME_LONG: 'Shorten the name to 60 characters or fewer.',
    NAME_UNREADABLE: 'The name contains characters that can’t be shown. Type it instead of pasting it.',
    ATTEMPT_MISSING: 'This attempt is not in your account.',
    ATTEMPT_UNFINISHED: 'Finish this attempt first. Then you can share its result.',
    ATTEMPT_EMPTY: 'This attempt has no answers to count, so there is no result to share.',
    ATTEMPT_IMPORTED: 'This attempt was imported from a file, so its result cannot be shared.',
    TOO_MANY_A_DAY: 'You’ve shared or renamed 30 results today. Try again tomorrow.',
    TOO_MANY_SHARED: 'You’re already sharing 200 results. Stop sharing one, then share this one.',
  } satisfies Record<NameProblem | SharingRefusal, string>,
}

function counted(correct: number, total: number): string {
  return `${correct} of ${total} ${total === 1 ? 'question' : 'questions'} correct`
}

/** `84%` or, with too few answers for a percentage, `2 of 3`. */
function score({ correct, total, percent }: AnswerShare): string {
  return percent === null ? results.correctOf(correct, total) : results.percent(percent)
}
