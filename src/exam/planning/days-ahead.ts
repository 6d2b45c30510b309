/** The maximum number of days ahead for a date that a member enters or imports. A later date is a typo. */

/** Exams cannot be booked further ahead. */
export const examDaysAheadMax = 3 * 366
/** A certification is valid for a year, and a renewal in its last half year adds another one. */
export const renewalDaysAheadMax = 2 * 366
