/** Splits an Anki text export into notes, with the settings in the `#` lines at its start. */
import { readCsvRows, type TableRow } from '#server/bank/formats/table/csv-rows.ts'

/** `fields`: the fields of the note type. `guid`, `deck`, and `tags` are empty if the file lacks them. */
export type AnkiNote = {
  readonly line: number
  readonly fields: readonly string[]
  readonly isHtml: boolean
  readonly guid: string
  readonly deck: string
  readonly tags: readonly string[]
}

export type AnkiHead = {
  readonly separator: string
  readonly isHtml: boolean
  /** Names of all columns; empty when the file does not name them. */
  readonly columns: readonly string[]
  /** Positions of the columns that are not fields, from 0; -1 if the file has no such column. */
  readonly guid: number
  readonly deck: number
  readonly tags: number
  readonly noteType: number
  /** Settings that apply to all notes. */
  readonly deckOfAll: string
  readonly tagsOfAll: string
  readonly lines: number
}

const separators: Readonly<Record<string, string>> = { tab: '\t', comma: ',', semicolon: ';', pipe: '|', space: ' ', colon: ':' }

/** Reads the `#` lines at the start of an Anki export. */
export function readAnkiHead(start: string): AnkiHead {
  const values = new Map<string, string>()
  let lines = 0
  for (const line of start.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const [, name = '', value = ''] = /^"?#([a-z ]+):(.*?)"?$/i.exec(line) ?? []
    if (name === '') break
    values.set(name.toLowerCase(), value)
    lines += 1
  }
  const separator = values.get('separator')?.trim().toLowerCase() ?? 'tab'
  const position = (name: string) => Number(values.get(`${name} column`) ?? 0) - 1
  const mark = separators[separator] ?? (separator === '' ? '\t' : separator.slice(0, 1))
  return {
    separator: mark,
    // Old versions of Anki wrote HTML without saying so.
    isHtml: lines === 0 || values.get('html')?.trim() === 'true',
    columns: values.get('columns')?.split(mark) ?? [],
    guid: position('guid'),
    deck: position('deck'),
    tags: position('tags'),
    noteType: position('notetype'),
    deckOfAll: values.get('deck') ?? '',
    tagsOfAll: values.get('tags') ?? '',
    lines,
  }
}

/** Maximum number of characters in the `#` lines. A file with more is not from Anki. */
const headLengthMax = 20_000

export function openAnkiText(pieces: Iterable<string>): { head: AnkiHead; rows: Iterable<TableRow> } {
  let start = ''
  const rest = pieces[Symbol.iterator]()
  for (let next = rest.next(); !next.done; next = rest.next()) {
    start += next.value
    if (start.length > headLengthMax) break
  }
  const head = readAnkiHead(start)
  return { head, rows: skipHead(readCsvRows(chain(start, rest), head.separator), head.lines) }
}

function* skipHead(rows: Iterable<TableRow>, lines: number): Generator<TableRow> {
  for (const row of rows) if (row.line > lines) yield row
}

export function readNote(head: AnkiHead, { cells, line }: TableRow): AnkiNote {
  const own = new Set([head.guid, head.deck, head.tags, head.noteType])
  const at = (position: number) => (cells[position] ?? '').trim()
  return {
    line,
    fields: cells.filter((_, i) => !own.has(i)),
    isHtml: head.isHtml,
    guid: at(head.guid),
    deck: at(head.deck) || head.deckOfAll,
    tags: `${at(head.tags)} ${head.tagsOfAll}`.split(/\s+/).filter((tag) => tag !== ''),
  }
}

function* chain(start: string, rest: Iterator<string>): Generator<string> {
  yield start
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value
}
