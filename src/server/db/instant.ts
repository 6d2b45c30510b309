/** A column with a time. It also accepts ISO text. */
import type { ColumnType } from 'kysely'

export type Instant = ColumnType<Date, Date | string, Date | string>
