/** The date of an exam: setting it, the time left until then, and how the exam went. */
import { day, longDay } from '#web/text/en/figures/dates.ts'
import type { ExamDateProblems, ExamOutcome } from '#server/exam-dates/index.ts'

type ExamDateProblem = NonNullable<ExamDateProblems['certification'] | ExamDateProblems['day']>

const problems: Record<ExamDateProblem, string> = {
  EXAM_UNKNOWN: 'Choose an exam from the list.',
  EXAM_RETIRED: 'This exam is retired and can no longer be taken. Choose another one.',
  DATE_UNREADABLE: 'Enter a valid date, such as 2027-03-15.',
  DATE_PAST: 'That date has passed. Enter today or a later date.',
  DATE_FAR: 'This date is more than three years away. Check the year.',
}

export const examDates = {
  title: 'Exam dates',
  noExamDates: 'No exam date yet.',
  addExamDate: 'Set an exam date',
  examDateWhy: 'With an exam date, all your reviews are scheduled before the exam, and reminders count down the days.',
  exam: 'Exam',
  examDate: 'Exam date',
  chooseExam: 'Choose an exam',
  saveDate: 'Save Date',
  saving: 'Saving...',
  cancel: 'Cancel',
  notSure: 'Not Sure Yet',
  remove: 'Remove',
  removeDate: 'Remove Date',
  removing: 'Removing...',
  dateNotSaved: 'We couldn’t save this. Check your connection and try again. What you entered is still here.',
  examIs: (date: string) => day(date),
  examOn: longDay,
  daysLeft: (count: number) => {
    if (count === 0) return 'today'
    if (count < 0) return count === -1 ? 'yesterday' : `${-count} days ago`
    return count === 1 ? 'tomorrow' : `in ${count} days`
  },
  nextExam: 'Next exam',
  dayWord: (count: number): string => (count === 1 ? 'day' : 'days'),
  changeDate: 'Change Date',
  setDate: 'Set Date',
  noDay: (id: string) => `No date for ${id} yet.`,
  howDidItGo: 'How did it go?',
  examWas: (id: string, date: string) => `${id} was on ${day(date)}.`,
  outcomes: { passed: 'Passed', not_yet: 'Not Yet', not_taken: 'Not Taken' } satisfies Record<ExamOutcome, string>,
  outcomeFacts: { passed: 'Passed', not_yet: 'Not passed yet', not_taken: 'Not taken' } satisfies Record<ExamOutcome, string>,
  problem: (code: ExamDateProblem | undefined) => code && problems[code],
  done: {
    'exam-date-saved': 'Exam date saved.',
    'exam-date-removed': 'Exam date removed.',
    'renewal-date-saved': 'Renewal date saved.',
    'renewal-date-removed': 'Renewal date removed.',
  } as Record<string, string>,
}
