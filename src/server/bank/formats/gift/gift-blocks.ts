/** Splits a GIFT file into its questions. Blank lines separate questions; a blank line between the answers of a question is allowed. */
import { splitCategory } from '#server/bank/formats/moodle/category.ts'
import { readLines, type TextLine } from '#server/bank/formats/text-lines.ts'
import { hideEscapes } from '#server/bank/formats/gift/gift-text.ts'

/** `text` has hidden escapes (`gift-text.ts`) and no comments. `id` and `tags` come from a Moodle comment. */
export type GiftBlock = {
  readonly line: number
  readonly text: string
  readonly categories: readonly string[]
  readonly id: string | undefined
  readonly tags: readonly string[]
}

export function* readGiftBlocks(pieces: Iterable<string>): Generator<GiftBlock> {
  let categories: string[] = []
  let comments: string[] = []
  let lines: TextLine[] = []
  /** Number of blank lines after the last line with text, while a brace is open. */
  let blanks = 0
  const take = function* (): Generator<GiftBlock> {
    const [first] = lines
    const text = lines.map((line) => line.text).join('\n')
    if (first) yield { line: first.number, text, categories, ...readComments(comments) }
    lines = []
    blanks = 0
    if (first) comments = []
  }
  for (const { text: written, number } of readLines(pieces)) {
    const trimmed = written.trim()
    if (trimmed.startsWith('//')) {
      if (lines.length > 0 && !isOpen(lines)) yield* take()
      comments.push(trimmed)
      continue
    }
    if (trimmed === '') {
      if (lines.length > 0 && isOpen(lines)) blanks += 1
      else yield* take()
      continue
    }
    const text = hideEscapes(written)
    const isCategory = /^\$CATEGORY\s*:/i.test(trimmed)
    const isNext = lines.length > 0 && (blanks > 0 ? !/^[=~}#]/.test(text.trim()) : trimmed.startsWith('::') && !isOpen(lines))
    if (isCategory || isNext) yield* take()
    if (isCategory) {
      categories = splitCategory(trimmed.slice(trimmed.indexOf(':') + 1))
      comments = []
      continue
    }
    blanks = 0
    lines.push({ text, number })
  }
  yield* take()
}

/** Whether a brace is still open. */
function isOpen(lines: readonly TextLine[]): boolean {
  let open = 0
  for (const { text } of lines)
    for (const character of text)
      if (character === '{') open += 1
      else if (character === '}') open -= 1
  return open > 0
}

/** Reads comments such as `// [id:7] [tag:easy]`. A bracket in a tag is escaped with a backslash. */
function readComments(comments: readonly string[]): Pick<GiftBlock, 'id' | 'tags'> {
  const marks = [...comments.join('\n').matchAll(/\[(id|tag):((?:\\.|[^\]\\\n])*)\]/g)].map(([, name, value = '']) => ({
    name,
    value: value.replace(/\\(.)/g, '$1').trim(),
  }))
  return { id: marks.find(({ name }) => name === 'id')?.value, tags: marks.filter(({ name }) => name === 'tag').map(({ value }) => value) }
}
