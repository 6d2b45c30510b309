/** The public API of this area. */
export { ExamDateForm } from './exam-date-form.tsx'
export { ExamDay } from './exam-day.tsx'
export { NextExam } from './next-exam.tsx'
export { OutcomeQuestion } from './outcome-question.tsx'
