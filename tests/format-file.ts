/** Reads a file with the reader of a format, without running an import. */
import { decode, detectEncoding } from '#server/bank/formats/decode.ts'
import type { AddedImage, BankFormat, FormatItem, ImportChoices } from '#server/bank/formats/format.ts'
import { listMissing, type ImportColumns } from '#server/bank/formats/table/column-meanings.ts'

export type ReadResult = { items: FormatItem[]; warnings: string[]; columns: ImportColumns | undefined }

/** `content` is the file, or the entries of an archive by name. The bytes of an image become its address. */
export async function readWith(
  format: BankFormat,
  content: string | Buffer | Record<string, string | Uint8Array>,
  choices: ImportChoices = {},
): Promise<ReadResult> {
  const isFile = typeof content === 'string' || Buffer.isBuffer(content)
  const bytes = isFile ? Buffer.from(content) : Buffer.alloc(0)
  const entries = new Map(isFile ? [] : Object.entries(content).map(([name, one]) => [name, Buffer.from(one)]))
  const result: ReadResult = { items: [], warnings: [], columns: undefined }
  const file = {
    fileName: 'file',
    bytes,
    entries,
    choices,
    readText: () => decode(bytes, detectEncoding(bytes).name),
    readColumns: (guess: Omit<ImportColumns, 'missing'>) => {
      const chosen = { ...guess, ...choices.columns }
      result.columns = { ...chosen, missing: listMissing(chosen.meanings) }
      return Promise.resolve(result.columns)
    },
    warn: (field: string, reason: string) => void result.warnings.push(`${field} ${reason}`.trim()),
    addImage: (image: Uint8Array, name: string): Promise<AddedImage> =>
      Promise.resolve(
        image.length === 0
          ? { problem: `shows ${name}, which is not in the file`, isRefused: false }
          : { address: `/images/${Buffer.from(image).toString().replaceAll(/\W/g, '')}` },
      ),
  }
  for await (const item of format.read(file)) result.items.push(item)
  return result
}
