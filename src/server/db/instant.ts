/** A column with a time: read as a `Date`, written as a `Date` or an ISO string. */
import type { ColumnType } from 'kysely'

export type Instant = ColumnType<Date, Date | string, Date | string>
