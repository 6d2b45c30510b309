/**
 * Reads notes that Anki exported as plain text, with header lines such as `#separator:tab`.
 *
 * | note                                                        | here                                          |
 * |-------------------------------------------------------------|-----------------------------------------------|
 * | `#columns:` with names of options and of an answer key        | like a table, see `table/guess-columns.ts`     |
 * | fields of a note type for multiple choice: options, `1 0 0`   | single or multiple choice                     |
 * | front with lines `A) …`, back that starts with `B`           | single or multiple choice; the rest of the back is the explanation |
 * | other fronts and backs, gaps such as `{{c1::word}}`          | refused, because there is nothing to choose from |
 *
 * The id is derived from the guid. Tags and deck names are looked up as skill areas. Other columns are left out.
 */
import { letterOf } from '#exam/question.ts'
import { plainText } from '#exam/plain-text.ts'
import type { BankFormat, FormatFile, FormatItem } from '#server/bank/formats/format.ts'
import { buildChoice } from '#server/bank/formats/item-parts.ts'
import { noteTags } from '#server/bank/formats/own-tags.ts'
import { dropFileImages, escapeOtherTags, isBlankHtml, joinHtml, plainToHtml } from '#server/bank/formats/rich-text.ts'
import { openAnkiText, readNote, type AnkiNote } from '#server/bank/formats/anki/anki-notes.ts'
import { listMissing } from '#server/bank/formats/table/column-meanings.ts'
import { guessMeanings } from '#server/bank/formats/table/guess-columns.ts'
import { readTable } from '#server/bank/formats/table/read-table.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'

export const anki: BankFormat = {
  id: 'anki',
  name: 'Anki notes as text',
  recognizes: (sample) =>
    sample.kind === 'text' &&
    (/^\uFEFF?#(?:separator|html|columns|notetype|deck|tags|guid)(?: column)?:/i.test(sample.text) || isFrontsAndBacks(sample.text)),
  read: async function* (file: FormatFile) {
    const { head, rows } = openAnkiText(file.readText())
    if (isTable(head.columns)) yield* readTable([{ cells: head.columns, line: 1 }, ...rows], file)
    else for (const row of rows) yield toItem(readNote(head, row))
  },
}

/** Whether the column names identify the text, the options, and the answer key. */
function isTable(names: readonly string[]): boolean {
  return names.length > 0 && listMissing(guessMeanings(names)).length === 0
}

function toItem(note: AnkiNote): FormatItem {
  const { line, fields, isHtml, guid, deck, tags } = note
  const toHtml = (text: string) => (isHtml ? escapeOtherTags(text) : plainToHtml(text)).replace(/\[sound:[^\]]*\]/g, '').trim()
  const html = fields.map(toHtml)
  const sounds = fields.some((text) => /\[sound:[^\]]*\]/.test(text)) ? [{ field: 'text', reason: 'has a sound, which is left out' }] : []
  const read: ReadNote = readMultipleChoice(html) ??
    readLettered(html) ?? { item: { text: html[0] ?? '' }, leftOut: [], problems: [explainCard(html)] }
  const cleaned = dropFileImages(read.item)
  return {
    place: { line, element: `note ${JSON.stringify(plainText(html[0] ?? '').slice(0, 40))}` },
    item: cleaned.item,
    sourceId: guid === '' ? undefined : guid,
    categories: [...deck.split('::'), ...tags].filter((name) => name !== ''),
    leftOut: [...read.leftOut, ...sounds, ...cleaned.leftOut, ...noteTags(tags)],
    problems: read.problems,
  }
}

function explainCard(fields: readonly string[]): ValidationIssue {
  if (fields.some((text) => /\{\{c\d+::/.test(text)))
    return { field: 'question_type', reason: 'is a text with gaps to remember; only choosing, ordering, and matching are possible here' }
  const filled = fields.filter((html) => !isBlankHtml(html)).length
  return {
    field: 'options',
    reason:
      filled > 2
        ? `are not found in the ${filled} fields of the note. Name its columns, such as Question, Option A, Option B, and Correct Answer, in a line that starts with #columns: and uses the same separator as the file`
        : 'are missing: the card has a front and a back, and nothing to choose from. Add lines "A) …" to the front',
  }
}

/** Whether each line is a front, a tab, and a back, as in exports of old versions of Anki. Such a file is not a table with options. */
function isFrontsAndBacks(start: string): boolean {
  const lines = start.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  return lines.length > 1 && lines.slice(0, 20).every((line) => /^[^\t]*[^\t\s][^\t]*\t[^\t]*$/.test(line))
}

type ReadNote = { item: FormatItem['item']; leftOut: readonly ValidationIssue[]; problems: readonly ValidationIssue[] }

/**
 * A note type with separate fields for options: question, title, kind (0: statements, 1: several answers, 2: one answer), options, a field
 * such as `1 0 0` that marks the correct options, then fields for the explanation.
 */
function readMultipleChoice(fields: readonly string[]): ReadNote | undefined {
  const keyAt = fields.findIndex((text) => /^[01](?:[ ,][01]){1,9}$/.test(plainText(text)))
  const kindAt = fields.findIndex((text, i) => i > 0 && i < keyAt && /^[012]$/.test(plainText(text)))
  if (keyAt < 0 || kindAt < 1) return undefined
  const options = fields.slice(kindAt + 1, keyAt)
  const marks = plainText(fields[keyAt] ?? '').split(/[ ,]/)
  const answers = options.flatMap((html, i) => (isBlankHtml(html) ? [] : [{ html, fraction: marks[i] === '1' ? 100 : 0, feedback: '' }]))
  const explanation = joinHtml(...fields.slice(keyAt + 1))
  const parts = buildChoice(answers, plainText(fields[kindAt] ?? '') === '2', explanation)
  const title = kindAt > 1 ? plainText(fields[1] ?? '') : ''
  const isStatements = plainText(fields[kindAt] ?? '') === '0'
  return {
    item: { text: fields[0] ?? '', ...parts.item },
    leftOut: [
      ...parts.leftOut,
      ...(title === ''
        ? []
        : [{ field: 'Title', reason: `${JSON.stringify(title.slice(0, 80))} is left out; questions have no titles here` }]),
      ...(isStatements
        ? [{ field: 'QType', reason: 'true and false for each statement is left out; here the true ones must be chosen' }]
        : []),
    ],
    problems: parts.problems,
  }
}

/** Options as lines of the front, and letters at the start of the back. */
function readLettered([front = '', back = '', ...others]: readonly string[]): ReadNote | undefined {
  const lines = front.split(/<br\s*\/?>|<\/?(?:div|p|li|ul|ol)\b[^<>]*>|\n/i).map((line) => line.trim())
  const options: string[] = []
  const text: string[] = []
  for (const line of lines.filter((one) => one !== '')) {
    const [, letter = '', option = ''] = /^(?:<b>|<strong>)?\s*\(?([A-Za-z])\s?[.):]\s*(?:<\/b>|<\/strong>)?\s*(\S.*)$/.exec(line) ?? []
    if (letter.toUpperCase() === letterOf(options.length) && option !== '') options.push(option)
    else if (options.length > 0) options.push(`${options.pop() ?? ''} ${line}`)
    else text.push(line)
  }
  const [start = '', list = ''] =
    /^(?:<[^<>]*>|\s)*(?:(?:correct\s+)?answers?\s*[:=]?\s*)?\(?((?:[A-Z](?:\s*[,&+]\s*|\s+and\s+))*[A-Z])(?![A-Za-z])[).:]?(?:<\/[^<>]*>)*/i.exec(
      back,
    ) ?? []
  const letters: string[] =
    list
      .replace(/\band\b/gi, ' ')
      .toUpperCase()
      .match(/[A-Z]/g) ?? []
  if (options.length < 2 || letters.length === 0 || letters.some((letter) => letter > letterOf(options.length - 1))) return undefined
  const answers = options.map((html, i) => ({ html, fraction: letters.includes(letterOf(i)) ? 100 : 0, feedback: '' }))
  // The back may repeat the option.
  const [chosen = ''] = letters.length === 1 ? options.filter((_, i) => letterOf(i) === letters[0]) : []
  const rest = back.slice(start.length).trim()
  const explanation = rest.startsWith(chosen) ? rest.slice(chosen.length) : rest
  const parts = buildChoice(answers, letters.length === 1, joinHtml(explanation.replace(/^(?:<br\s*\/?>|\s)+/i, ''), ...others))
  return { ...parts, item: { text: text.length > 1 ? text.map((line) => `<p>${line}</p>`).join('') : (text[0] ?? ''), ...parts.item } }
}
