/** Checks what an administrator or a command chose for a file from another tool. */
import { z } from 'zod'
import type { ImportChoices } from '#server/bank/formats/format.ts'
import { formats } from '#server/bank/formats/formats.ts'
import { columnMeanings } from '#server/bank/formats/table/column-meanings.ts'

const nameLengthMax = 300

const name = z.string().max(nameLengthMax)

export const importChoicesShape = z
  .strictObject({
    format: z.enum(formats.map(({ id }) => id)),
    examId: name,
    reference: z.url({ protocol: /^https?$/ }).max(2_000),
    skillArea: name,
    skillAreas: z.record(name, name),
    columns: z.strictObject({ meanings: z.array(z.enum(['', ...columnMeanings])).max(1_000), hasHeader: z.boolean() }),
  })
  .partial()

/** `undefined` for a string that is not JSON of this form. */
export function parseImportChoices(json: string): ImportChoices | undefined {
  try {
    return importChoicesShape.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

/** The formats that can be chosen for a file, for example if its format is not recognized. */
export const importFormats: readonly { readonly id: string; readonly name: string }[] = formats.map(({ id, name: shown }) => ({
  id,
  name: shown,
}))
