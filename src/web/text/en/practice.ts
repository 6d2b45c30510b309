/** Practice: the attempt in progress. Its results have their own texts. */
import type { QuestionSet } from '#exam/attempt.ts'
import type { QuestionType } from '#exam/question.ts'
import type { AttemptTally } from '#exam/question-status.ts'
import { anyOf, counted, someNumbers } from '#web/text/en/numbers.ts'

export const exam = {
  title: (name: string) => `${name} Practice Exam`,
  description: (id: string, count: number) =>
    `Practice ${id} with ${counted(count, 'question')}. Reveal each answer with its explanation and the official page that supports it.`,
  errorTitle: 'Error Loading Questions',
  failed: 'Failed to load questions',
  failedAdvice: 'Your answers are safe on this device. Check your connection and try again.',
  emptyTitle: 'No Questions Available',
  empty: 'There are no questions available for this certification yet.',
  noAreaTitle: 'No such skill area',
  noArea: (id: string) => `${id} has no skill area with this number.`,
  returnToList: 'Return to Certifications',
  questionRemoved: 'This question was removed after you started. It won’t count. Choose another number.',
  answeredQuestionRemoved: 'This question was removed after you started, so you can’t change your answer. Choose another number.',
  questionLoading: 'Loading the question',
  questionNotLoaded: 'This question is still loading. Your answers are safe. Check your connection, or try again.',
  questionNotOnDevice: 'This question isn’t on this device yet. Connect to the internet to load it. Your answers are safe.',
  needsScript: 'Turn on JavaScript to practice. Your answers are saved in this browser.',
  back: (id: string) => `Back to ${id}`,
  areaSet: (area: string) => `Only ${area}`,
  setNames: {
    mixed: 'Mixed practice',
    mistakes: 'Mistakes only',
    chosen: 'Custom set',
    review: 'Daily review',
    renewal: 'Renewal',
  } as Partial<Record<QuestionSet, string>>,

  saving: 'Saving...',
  saved: 'Saved on this device',
  savedOffline: 'Offline, saved on this device',
  savedInAccount: 'Saved',
  opening: 'Opening your attempt',
  unsavedTitle: 'Your answers aren’t being saved',

  questions: 'Questions',
  map: 'Map',
  openMap: 'open the question map',
  mapNotLoaded: 'We couldn’t load the question map. Check your connection and try again.',
  tally: ({ answered, correct, incorrect }: AttemptTally) =>
    correct + incorrect > 0
      ? { figure: `${correct} of ${correct + incorrect}`, word: 'correct' }
      : { figure: String(answered), word: 'answered' },
  stepsName: ({ total, answered, correct, incorrect }: AttemptTally) =>
    `${answered} of ${total} answered${correct + incorrect > 0 ? `: ${correct} correct, ${incorrect} incorrect` : ''}`,
  pagerName: (number: number, state: 'answered' | 'partly answered' | 'locked' | null, isFlagged: boolean) =>
    `Question ${number}${state ? `, ${state}` : ''}${isFlagged ? ', flagged' : ''}`,
  questionOf: (number: number, total: number) => `Question ${number} of ${total}`,
  types: {
    single_choice: 'Single Choice',
    multiple_choice: 'Multiple Choice',
    reorder: 'Reorder',
    drag_drop: 'Drag & Drop',
    statements: 'Yes or No',
    drop_down: 'Fill In',
    solution: 'Solution Series',
  },
  nextAndLock: (number: number) => `Lock ${number} and Continue`,
  lockAnyway: (number: number) => `Question ${number} isn’t answered, and you can’t come back to it. Press the button again to lock it.`,
  leftElsewhere: 'You left this question in another tab or on another device, so it’s locked. Go to the next question.',
  chooseOne: 'Choose one',
  chooseSeveral: (count: number) => `Choose ${count}`,
  chosenOf: (chosen: number, count: number) => `${chosen} of ${count} chosen.`,
  clearFirst: (count: number, chosen: readonly string[], letter: string) =>
    `Choose ${count}. Clear ${anyOf(chosen)} before you choose ${letter}.`,
  revealAnyway: (type: QuestionType, given: number, count: number) =>
    `${given} of ${count} ${type === 'multiple_choice' ? 'chosen' : type === 'statements' ? 'answered' : 'filled'}. Reveal anyway?`,
  locked: 'Locked because the answer has been revealed',
  noOptions: 'No options available for this question.',
  flag: 'Flag',
  flagged: 'Flagged',
  guess: 'I guessed',
  guessed: 'Guessed',
  note: 'Note',
  noteNotLoaded: 'We couldn’t load your note. Check your connection and open it again.',
  previous: 'Previous',
  next: 'Next',
  reveal: 'Reveal Answer',
  hide: 'Hide Answer',
  askHelp: 'Ask AI for Help',
  helpClosed: 'Help isn’t available during a simulation, just like on the real exam.',
  correctAnswer: 'Correct answer',
  yourAnswer: 'Your answer',
  yourAnswerCorrect: 'Your answer, correct',
  announceCorrect: 'Correct.',
  announceIncorrect: (correctAnswer: string) => `Incorrect. Correct answer: ${correctAnswer}.`,
  announceIncorrectParts: (correct: number, total: number) => `Incorrect. ${correct} of ${total} correct.`,
  announceBlank: (correctAnswer: string) => `Not answered. Correct answer: ${correctAnswer}.`,
  announceBlankParts: 'Not answered. The correct answer is shown.',
  explanation: 'Explanation:',
  reference: 'Reference Documentation',
  report: 'Report a problem with this question',

  zoom: 'Zoom',
  tableName: (columns: string) => (columns ? `Table: ${columns}` : 'Table'),
  figureNotLoaded: 'We couldn’t load the enlarged figure. Check your connection and try again.',

  caseStudyNotice: 'This question is part of a case study.',
  openCaseStudy: 'Open Case Study',
  caseStudyTitle: (title: string) => `Case study: ${title}`,
  backToQuestion: 'Back to the question',

  controlsNotLoaded: 'We couldn’t load this question’s controls. Your answers are safe. Check your connection and try again.',

  shortcuts: 'Keyboard shortcuts',
  shortcutsNotLoaded: 'We couldn’t load the list of keyboard shortcuts. Check your connection and try again.',

  finish: 'Finish Exam',
  finishTitle: 'Finish this attempt?',
  finishComplete: 'You answered every question.',
  finishBlank: (numbers: number[]) =>
    `${counted(numbers.length, 'question')} not answered yet: ${someNumbers(numbers)}. Your score counts only the questions you answered.`,
  finishPartial: (numbers: number[]) =>
    `${counted(numbers.length, 'question')} only partly answered: ${someNumbers(numbers)}. ${numbers.length === 1 ? 'It counts' : 'They count'} as incorrect.`,
  keepGoing: 'Keep Going',

  openingResults: 'Opening your results',
  resultsNotLoadedTitle: 'Your results didn’t load',
  resultsNotLoaded: 'Your answers are saved. Check your connection and try again.',
  share: 'Share this result',

  helpNotLoaded: 'We couldn’t load help. Check your connection and try again.',
}
