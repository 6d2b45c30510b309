/** The official pages that prove the answer key of a question. */
import {
  isRecord,
  lengthsMax,
  parseJson,
  parseRequiredText,
  parseText,
  parseTime,
  type RawObject,
  type ReportProblem,
} from '#exam/bank-file/fields.ts'

/**
 * A part of a documentation page. `lines` has one or more ranges of line numbers, from 1: `"12-30"`, `"12-30,44-51"`. Optional: the SHA-256 of
 * these lines, joined by line feeds; the `title` of the page; and `page_date`, the ISO date that the page states.
 */
export type CitedPart = {
  readonly repository: string
  readonly path: string
  readonly commit: string
  readonly lines: string
  readonly lines_sha256?: string
  readonly title?: string
  readonly page_date?: string
}

/**
 * The part of a page that supports a question. Optional: `checked_on`, the ISO date on which the question was last compared with the page,
 * and `second_source`, a part of another page that says the same.
 */
export type Grounding = CitedPart & { readonly checked_on?: string; readonly second_source?: CitedPart }

export function parseGrounding(written: unknown, report: ReportProblem): Grounding | null {
  const value = parsePart(written, 'grounding', report)
  if (!value) return null
  const checkedOn = parseDay(value['checked_on'], 'grounding.checked_on', report)
  const second = parsePart(value['second_source'], 'grounding.second_source', report)
  return {
    ...readPart(value, 'grounding', report),
    ...(checkedOn && { checked_on: checkedOn }),
    ...(second && { second_source: readPart(second, 'grounding.second_source', report) }),
  }
}

function parsePart(written: unknown, field: string, report: ReportProblem): RawObject | undefined {
  const value = parseJson(written)
  if (value == null) return undefined
  if (isRecord(value)) return value
  report(field, 'is not an object')
  return undefined
}

function readPart(value: RawObject, field: string, report: ReportProblem): CitedPart {
  const text = (name: string) => parseRequiredText(value[name], `${field}.${name}`, lengthsMax.grounding, report)
  const sha256 = parseSha256(value['lines_sha256'], `${field}.lines_sha256`, report)
  const title = parseText(value['title'], `${field}.title`, lengthsMax.title, report).trim()
  const pageDate = parseDay(value['page_date'], `${field}.page_date`, report)
  return {
    repository: text('repository'),
    path: text('path'),
    commit: text('commit'),
    lines: text('lines'),
    ...(sha256 && { lines_sha256: sha256 }),
    ...(title && { title }),
    ...(pageDate && { page_date: pageDate }),
  }
}

/** An ISO date; `undefined` if it is missing or invalid. */
function parseDay(value: unknown, field: string, report: ReportProblem): string | undefined {
  if (value == null || value === '') return undefined
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && parseTime(value)?.startsWith(value)) return value
  report(field, 'is not a date such as 2026-01-31')
  return undefined
}

function parseSha256(value: unknown, field: string, report: ReportProblem): string | undefined {
  if (value == null || value === '') return undefined
  if (typeof value === 'string' && /^[\da-f]{64}$/.test(value)) return value
  report(field, 'is not 64 hexadecimal digits in lower case')
  return undefined
}

export type LineRange = { readonly from: number; readonly to: number }

/** `"12-30,44-51"` → two ranges. `undefined` for other text, and if a range starts at 0 or ends before it starts. */
export function parseLineRanges(lines: string): LineRange[] | undefined {
  if (!/^\d+-\d+(,\d+-\d+)*$/.test(lines)) return undefined
  const ranges = lines.split(',').map((range) => {
    const [from = 0, to = 0] = range.split('-').map(Number)
    return { from, to }
  })
  return ranges.every(({ from, to }) => from >= 1 && from <= to) ? ranges : undefined
}
