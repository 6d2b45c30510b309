/**
 * Finds the correct options in the answer keys of a table. Tools write keys in different ways, but a table usually uses only one:
 *
 * | written                           | read as                                                     |
 * |-----------------------------------|-------------------------------------------------------------|
 * | `Paris`, `Paris; Rome`            | the options with these texts                                |
 * | `B`, `A,C`, `b) `, `Option B`      | letters                                                     |
 * | `2`, `1,3`, `Answer 2`, `choice_2`, `2.0` | numbers from 1, or from 0 if a key of the table contains 0 |
 * | `TRUE`                            | the option with this text                                   |
 */
import { foldText } from '#exam/plain-text.ts'

type KeyedRow = { readonly key: string; readonly options: readonly string[] }
export type KeyReader = (row: KeyedRow) => number[]

/** Reads all rows to find out how the table writes its keys. */
export function createKeyReader(rows: readonly KeyedRow[]): KeyReader {
  const keyed = rows.filter(({ key }) => key.trim() !== '')
  const start = keyed.some((row) => splitKey(row.key).includes('0')) ? 0 : 1
  const readers: KeyReader[] = [readTexts, readLetters, (row) => readNumbers(row, start)]
  const complete = readers.find((read) => keyed.every((row) => read(row).length > 0))
  return complete ?? ((row) => readers.map((read) => read(row)).find((found) => found.length > 0) ?? [])
}

function readTexts({ key, options }: KeyedRow): number[] {
  const find = (text: string) => options.findIndex((option) => foldText(option) === foldText(text))
  const whole = find(key)
  if (whole !== -1) return [whole]
  for (const separator of [/[\n|;]/, /,/]) {
    const found = key
      .split(separator)
      .filter((part) => part.trim() !== '')
      .map(find)
    if (found.length > 1 && !found.includes(-1)) return found
  }
  return []
}

function readLetters({ key, options }: KeyedRow): number[] {
  const parts = splitKey(key)
  const letters = parts.length === 1 && /^[a-h]{2,8}$/.test(parts[0] ?? '') ? Array.from(parts[0] ?? '') : parts
  return within(
    letters.map((part) => (/^[a-z]$/.test(part) ? part.charCodeAt(0) - 97 : -1)),
    options,
  )
}

function readNumbers({ key, options }: KeyedRow, start: number): number[] {
  return within(
    splitKey(key).map((part) => (/^\d{1,2}$/.test(part) ? Number(part) - start : -1)),
    options,
  )
}

/** The positions without repeats, or none if one of them is not the position of an option. */
function within(positions: readonly number[], options: readonly string[]): number[] {
  return positions.every((position) => position >= 0 && position < options.length && options[position] !== '')
    ? [...new Set(positions)]
    : []
}

function splitKey(key: string): string[] {
  return foldText(key)
    .replaceAll('_', ' ')
    .replace(/(?<![\d.])(\d+)\.0+(?![\d.])/g, '$1')
    .replace(/\b(?:options?|answers?|choices?)\b|\band\b/g, ' ')
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
}
