/** A column with a time. ISO text can be written, too. */
import type { ColumnType } from 'kysely'

export type Instant = ColumnType<Date, Date | string, Date | string>
