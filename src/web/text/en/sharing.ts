/** Shared results: the page that others see, and where a member shares and takes back. */
import { exam } from '#web/text/en/practice.ts'
import { day } from '#web/text/en/numbers.ts'
import type { NameProblem, SharingRefusal } from '#server/sharing/index.ts'

const note = 'Practice result, not affiliated with Microsoft.'

export const sharing = {
  kinds: {
    all: 'Practice with all questions',
    area: 'Practice of one skill area',
    mistakes: 'Practice of earlier mistakes',
    chosen: 'Practice with chosen questions',
    review: 'Practice of questions due for review',
    simulation: 'Simulation of the exam',
  },
  /** In headings, in titles and on the card. */
  practice: 'Practice result',
  simulation: 'Simulation result',
  /** Before and after the name. */
  of: 'of',
  someone: 'a candidate',
  someoneAlone: 'A candidate',
  pageTitle: (kind: string, name: string, percent: number, id: string) => `${kind} of ${name}: ${percent}% in ${id}`,
  pageDescription: (correct: number, total: number, date: string) => `${counted(correct, total)}, ${day(date)}. ${note}`,
  finishedOn: (date: string) => `Finished on ${day(date)}`,
  countedShortly: counted,
  counted: (correct: number, total: number) => `${counted(correct, total)}.`,
  note,
  noteMore:
    'It counts questions answered on this site. It is no certificate, and no forecast of the real exam, which has other questions and its own scale.',
  tryIt: 'Try it yourself',
  tryItText: 'The questions are free, and practising needs no account.',
  practise: (id: string) => `Practise ${id}`,
  about: (id: string) => `About ${id}`,

  listTitle: 'Shared results',
  listLede: 'Each of these can be seen by whoever has its address. Take one back, and its page and picture are gone at once.',
  none: `You share no result. Open a finished run of your history and choose “${exam.share}”.`,
  result: (id: string, percent: number) => `${id}, ${percent}%`,
  sharedOn: (date: string) => `Shared on ${day(date)}`,
  shownAs: (name: string) => `Name shown: ${name}`,
  open: 'Open the page',
  change: 'Address and name',
  takeBack: 'Take back',
  takingBack: 'Taking back...',

  shareTitle: 'Share a result',
  shareLede:
    'Sharing makes a page with what you see below. Whoever has its address can open it; search engines are asked to leave it out. You can take it back at any time.',
  sharedTitle: 'A shared result',
  sharedLede: 'Whoever has this address can open the page. Copies that others made of it stay with them, also when you take it back.',
  name: 'Name to be shown',
  nameHint: 'Up to 60 characters. Leave it empty to be shown as “A candidate”.',
  share: 'Share',
  sharing: 'Sharing...',
  saveName: 'Save the name',
  saving: 'Saving...',
  address: 'Address of the page',
  copy: 'Copy the address',
  copied: 'Copied.',
  notCopied: 'Your browser did not let us copy it. The address is selected now: copy it from the field.',
  seen: 'What others see',
  toList: 'All shared results',
  toProfile: 'Back to your profile',

  done: {
    shared: 'The result is shared. Send its address to whom you like.',
    'name-saved': 'The name is saved.',
    'taken-back': 'Taken back. Its page and picture are gone.',
  } as Record<string, string>,

  problems: {
    NAME_LONG: 'Please shorten the name to 60 characters.',
    NAME_UNREADABLE: 'The name holds characters that cannot be shown. Please type it instead of pasting it.',
    ATTEMPT_MISSING: 'There is no such attempt of yours.',
    ATTEMPT_UNFINISHED: 'This attempt is not finished yet. Finish it, and its result can be shared.',
    ATTEMPT_EMPTY: 'None of the questions of this attempt is kept any more, so there is no result to show.',
    TOO_MANY_A_DAY: 'You have shared or renamed 30 results within a day. Please go on tomorrow.',
    TOO_MANY_SHARED: 'You share 200 results already. Take one back that you do not need any more, then share this one.',
  } satisfies Record<NameProblem | SharingRefusal, string>,
}

function counted(correct: number, total: number): string {
  return `${correct} of ${total} ${total === 1 ? 'question' : 'questions'} correct`
}
