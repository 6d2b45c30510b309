/** The formats of other tools. The first one that recognizes a file reads it. */
import type { BankFormat } from '#server/bank/formats/format.ts'
import { moodleXml } from '#server/bank/formats/moodle/read-moodle.ts'
import { qti } from '#server/bank/formats/qti/read-qti.ts'
import { ownCsv } from '#server/bank/formats/table/read-own-table.ts'
import { csv, xlsx } from '#server/bank/formats/table/read-table.ts'

export const formats: readonly BankFormat[] = [ownCsv, xlsx, moodleXml, qti, csv]
