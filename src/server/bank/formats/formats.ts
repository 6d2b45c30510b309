/** All formats except JSON and our archive. The first format of the list that recognizes a file reads it. */
import { aiken } from '#server/bank/formats/aiken/read-aiken.ts'
import { anki } from '#server/bank/formats/anki/read-anki.ts'
import type { BankFormat } from '#server/bank/formats/format.ts'
import { gift } from '#server/bank/formats/gift/read-gift.ts'
import { moodleXml } from '#server/bank/formats/moodle/read-moodle.ts'
import { qti } from '#server/bank/formats/qti/read-qti.ts'
import { ownCsv } from '#server/bank/formats/table/read-own-table.ts'
import { csv, xlsx } from '#server/bank/formats/table/read-table.ts'
import { text2qti } from '#server/bank/formats/text2qti/read-text2qti.ts'

export const formats: readonly BankFormat[] = [ownCsv, xlsx, moodleXml, qti, anki, text2qti, aiken, gift, csv]
