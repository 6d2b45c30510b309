/** Size limit and response of `POST /profile/my-data.json`, which imports a learner record. */

/** Maximum size of the file, in bytes. */
export const recordBytesMax = 40_000_000

/** What an import adds. `existing`: how many entries of the record the account already had. */
export type ImportSummary = {
  attempts: {
    added: number
    existing: number
    /** Simulations in progress, and attempts without answers in records of version 1. */
    leftOut: number
  }
  /** Questions of the added attempts that are not in this bank with the same wording. They stay readable in the attempts. */
  keptQuestions: number
  notes: { added: number; existing: number }
  examDates: { added: number; existing: number }
  renewalDates: { added: number; existing: number }
}
