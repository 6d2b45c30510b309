/** The public API of this area. */
export {
  examOutcomes,
  findLocalToday,
  findPreparation,
  listExamDates,
  removeExamDate,
  saveExamDate,
  saveExamOutcome,
  savePreparation,
  type ExamDate,
  type ExamDateProblems,
  type ExamOutcome,
} from './exam-dates.ts'
export {
  addRenewalDates,
  listRenewalDates,
  removeRenewalDate,
  saveRenewalDate,
  stopRenewalReminders,
  type RenewalDate,
  type RenewalDateProblems,
} from './renewal-dates.ts'
