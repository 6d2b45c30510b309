/** Splits a file of text2qti into its parts: a mark at the start of a line, then text that may continue in indented lines. */
import { readLines } from '#server/bank/formats/text-lines.ts'

export type Text2qtiKind =
  | 'question'
  | 'choice'
  | 'box'
  | 'feedback'
  | 'praise'
  | 'hint'
  | 'solution'
  | 'answer'
  | 'number'
  | 'essay'
  | 'upload'
  | 'field'
  | 'group'
  | 'other'

/** `mark` is what comes before the text: `*` of a correct choice, the name of a field in lowercase. */
export type Text2qtiBlock = { readonly kind: Text2qtiKind; readonly mark: string; readonly text: string; readonly line: number }

const fieldNames =
  "quiz title|quiz description|text title|text|title|points|shuffle answers|show correct answers|one question at a time|can't go back|feedback is solution|solutions sample groups|solutions randomize groups|pick|solutions pick|points per question"

/** The first group of a pattern is the mark. */
const marks: readonly (readonly [Text2qtiKind, RegExp])[] = [
  ['question', /^(\d+)\.[ \t]+/],
  ['choice', /^(\*?)[a-zA-Z]\)[ \t]+/],
  ['box', /^\[(\*?) ?\][ \t]+/],
  ['feedback', /^(\.\.\.)[ \t]+/],
  ['praise', /^(\+)[ \t]+/],
  ['hint', /^(-)[ \t]+/],
  ['solution', /^(!)[ \t]+/],
  ['answer', /^(\*)[ \t]+/],
  ['number', /^(=)[ \t]+/],
  ['essay', /^(_{3,})[ \t]*$/],
  ['upload', /^(\^{3,})[ \t]*$/],
  ['field', new RegExp(`^(${fieldNames}):[ \\t]*`, 'i')],
  ['group', /^(GROUP|END_GROUP)[ \t]*$/],
]

export function* readText2qtiBlocks(pieces: Iterable<string>): Generator<Text2qtiBlock> {
  let open: { kind: Text2qtiKind; mark: string; lines: string[]; line: number } | undefined
  let isComment = false
  let fence: string | undefined
  const close = () => open && { kind: open.kind, mark: open.mark, line: open.line, text: unindent(open.lines) }
  for (const { text, number } of readLines(pieces)) {
    if (/^(?:END_)?COMMENT\s*$/.test(text) || isComment) {
      isComment = !/^END_COMMENT\s*$/.test(text)
      continue
    }
    if (text.startsWith('%') && fence === undefined) continue
    // In a code block, marks are part of the text.
    const [, fenced] = /^\s*(`{3,}|~{3,})/.exec(text) ?? []
    const wasFenced = fence !== undefined
    if (fenced !== undefined) fence = fence === undefined ? fenced : fenced.startsWith(fence) ? undefined : fence
    const found = wasFenced || fenced !== undefined ? undefined : findMark(text)
    if (found) {
      const complete = close()
      if (complete) yield complete
      open = { ...found, line: number }
    } else if (open) open.lines.push(text)
    else if (text.trim() !== '') open = { kind: 'other', mark: '', lines: [text], line: number }
  }
  const last = close()
  if (last) yield last
}

function findMark(text: string): { kind: Text2qtiKind; mark: string; lines: string[] } | undefined {
  for (const [kind, pattern] of marks) {
    const [whole, mark = ''] = pattern.exec(text) ?? []
    if (whole !== undefined) return { kind, mark: mark.toLowerCase(), lines: [text.slice(whole.length)] }
  }
  return undefined
}

/** Removes the indent that all lines after the first share. The first line has none, because its mark was cut off. */
function unindent([first = '', ...more]: readonly string[]): string {
  const indents = more.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0)
  const indent = Math.min(...indents)
  return [first, ...more.map((line) => line.slice(Number.isFinite(indent) ? indent : 0))].join('\n').trim()
}
