/** Why a day that a member enters for a certification is refused. */
import { addDays } from '#exam/planning/local-day.ts'

/** Problems by field. Codes of messages in `web/text/en`. */
export type DateProblems<CertificationProblem extends string> = { certification?: CertificationProblem; day?: DayProblem }

type DayProblem = 'DATE_UNREADABLE' | 'DATE_PAST' | 'DATE_FAR'

/** `day` is `undefined` when the text is not a day. A day more than `daysAheadMax` days ahead is treated as a typo. */
export function findDayProblem(day: string | undefined, today: string, daysAheadMax: number): DayProblem | undefined {
  if (day === undefined) return 'DATE_UNREADABLE'
  if (day < today) return 'DATE_PAST'
  return day > addDays(today, daysAheadMax) ? 'DATE_FAR' : undefined
}
