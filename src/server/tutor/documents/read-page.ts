/**
 * Reads a page of documentation in Markdown: its title and date from the front matter, and its text in passages with their heading and line
 * numbers. It understands the syntax that documentation commonly uses. Everything else stays as it is written.
 *
 * | written                           | in a passage          |
 * |-----------------------------------|-----------------------|
 * | `## Post an entry`                | heading of the passages below it |
 * | `Choose **Post**, see [more](x)`  | `Choose Post, see more` |
 * | `> [!NOTE]`, `:::image …:::`, `[!INCLUDE …]`, `<!-- … -->` | nothing |
 * | `\| Field \| Meaning \|`          | `Field; Meaning`      |
 */
import { readPageFacts } from '#exam/page-facts.ts'
import { plainText } from '#exam/plain-text.ts'
import { passageLengthMax } from '#server/tutor/retrieval/passage.ts'

/** `firstLine` and `lastLine` count from 1. */
export type PagePassage = { heading: string; text: string; firstLine: number; lastLine: number }

/** `date` is an ISO day that the page states, `language` such as `en-us`. */
export type DocumentationPage = { title: string; date: string | null; language: string; passages: PagePassage[] }

const passagesMax = 400
/** A longer line is data rather than text, and is kept as it is written. */
const markdownLineMax = 10_000

/** `readInclude`: the text of a file that the title includes, by its path relative to the page. `name`: the title if the page has none. */
export function readPage(markdown: string, name: string, readInclude: (path: string) => string | undefined): DocumentationPage {
  const text = markdown.replaceAll(/\r\n?/g, '\n')
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const end = lines[0]?.trim() === '---' ? lines.findIndex((line, i) => i > 0 && line.trim() === '---') : -1
  const { title = name, page_date: date = null } = readPageFacts(text, readInclude)
  const language = lines.slice(0, end + 1).flatMap((line) => /^(?:ms\.)?locale: *["']?([a-z]{2}(?:-[a-z]{2,4})?)/i.exec(line)?.[1] ?? [])[0]
  return { title: toText(title), date, language: language?.toLowerCase() ?? 'en', passages: readPassages(lines, end + 1) }
}

function readPassages(lines: readonly string[], from: number): PagePassage[] {
  const passages: PagePassage[] = []
  const headings: string[] = []
  let isCode = false
  let isNew = true
  for (const [i, line] of lines.entries()) {
    if (i < from || passages.length >= passagesMax) continue
    if (/^\s*(?:```|~~~)/.test(line)) {
      isCode = !isCode
      continue
    }
    const [, marks = '', heading = ''] = (!isCode && /^(#{1,6}) +(.+)$/.exec(line)) || []
    if (marks !== '') {
      headings.length = Math.max(0, marks.length - 2)
      if (marks.length > 1) headings[marks.length - 2] = toText(heading)
      isNew = true
      continue
    }
    for (const text of cutLine(isCode || line.length > markdownLineMax ? line.trim() : toText(line))) {
      const last = passages.at(-1)
      if (last && !isNew && last.text.length + 1 + text.length <= passageLengthMax) {
        last.text += ` ${text}`
        last.lastLine = i + 1
      } else passages.push({ heading: headings.filter(Boolean).join(': '), text, firstLine: i + 1, lastLine: i + 1 })
      isNew = false
    }
  }
  return passages
}

function cutLine(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / passageLengthMax) }, (_, i) =>
    text.slice(i * passageLengthMax, (i + 1) * passageLengthMax),
  )
}

function toText(line: string): string {
  const written = line
    .replace(/^\s*(?:>\s*)*(?:\[!\w+\]\s*)?(?:[-*+] |\d+[.)] )?/, '')
    .replace(/<!--.*?(?:-->|$)/g, '')
    .replace(/^\s*:::.*$|^\s*\|?(?:\s*:?-{2,}:?\s*\|?)+\s*$/, '')
    .replace(/\[!INCLUDE *\[[^\]]*\](?:\([^)]*\))? *\]/gi, '')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])[*_](\S.*?\S|\S)[*_](?![\p{L}\p{N}])/gu, '$1')
    .replace(/^\s*\|(.*)\|\s*$/, (_, cells: string) =>
      cells
        .split('|')
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join('; '),
    )
    .replace(/\\([\\`*_{}[\]()#+.!|-])/g, '$1')
  return plainText(written).trim()
}
