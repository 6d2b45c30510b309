/** The maximum number of days ahead for a date that a member enters or imports. A later date is treated as a typo. */

/** Exams cannot be booked further ahead. */
export const examDaysAheadMax = 3 * 366
/** A certification is valid for a year, and a renewal in the last half of that year adds another year. */
export const renewalDaysAheadMax = 2 * 366
