/**
 * Parsers for texts, lists, and times in bank files, in every accepted spelling. Parsers with a `report` parameter report an invalid value
 * with one reason, a sentence fragment that fits after "field: ". The parsers never throw.
 */

export type ReportProblem = (field: string, reason: string) => void
export type RawObject = Record<string, unknown>

/** Maximum length of a field in UTF-16 code units. */
export const lengthsMax = {
  id: 100,
  skill: 300,
  title: 300,
  reference: 2000,
  grounding: 2000,
  /** A question, an explanation, or a case study. */
  text: 100_000,
  /** An option, the explanation of an option, or an entry of a pair. */
  option: 20_000,
} as const

/** One option for each letter. */
export const optionsMax = 26

/** Longer texts are not parsed as lists or objects. */
const parsedLengthMax = 1_000_000
const quotedLengthMax = 40

/** An object with named fields. */
export function isRecord(value: unknown): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The unchanged text; `''` if it is missing, blank, or invalid. */
export function parseText(value: unknown, field: string, lengthMax: number, report: ReportProblem): string {
  if (value == null) return ''
  const problem = findTextProblem(value, lengthMax)
  if (problem) report(field, problem)
  return problem || typeof value !== 'string' || value.trim() === '' ? '' : value
}

/** Like `parseText`, but a missing or blank text is reported. */
export function parseRequiredText(value: unknown, field: string, lengthMax: number, report: ReportProblem): string {
  if (value == null || (typeof value === 'string' && value.trim() === '')) report(field, 'is empty')
  return parseText(value, field, lengthMax, report)
}

/** An id or name without surrounding whitespace. Numbers become strings. */
export function parseName(value: unknown, field: string, report: ReportProblem): string {
  return parseText(typeof value === 'number' ? String(value) : value, field, lengthsMax.id, report).trim()
}

/** Names a list entry in a reason by its index: `option B`. */
export type NameEntry = (index: number) => string

/** A list of texts in one of the spellings of `parseList`. Blank entries are reported. */
export function parseTexts(value: unknown, field: string, nameEntry: NameEntry, report: ReportProblem): string[] {
  const texts = parseOptionalTexts(value, field, nameEntry, report)
  const empty = texts.indexOf(null)
  if (empty !== -1) report(field, `${nameEntry(empty)} is empty`)
  return texts.filter((text) => text !== null)
}

/** Like `parseTexts`, but blank entries are allowed and become `null`. */
export function parseOptionalTexts(value: unknown, field: string, nameEntry: NameEntry, report: ReportProblem): (string | null)[] {
  const list = parseList(value)
  if (!list || list.length > optionsMax) {
    report(field, list ? `has ${list.length} entries; the limit is ${optionsMax}` : 'is not a list of texts')
    return []
  }
  const odd = list.findIndex((entry) => entry !== null && findTextProblem(entry, lengthsMax.option))
  if (odd === -1) return list.map((entry) => (typeof entry === 'string' && entry.trim() !== '' ? entry : null))
  report(field, `${nameEntry(odd)} ${findTextProblem(list[odd], lengthsMax.option)}`)
  return []
}

/**
 * The accepted spellings of a list:
 *
 * | written                                          | parsed                   |
 * |--------------------------------------------------|--------------------------|
 * | `["a", "b"]`                                     | the list                 |
 * | `"[\"a\", \"b\"]"`, JSON text                    | `['a', 'b']`             |
 * | `"{a,\"b, c\",NULL}"`, as PostgreSQL prints it   | `['a', 'b, c', null]`    |
 * | `null`, `""`, `"[]"`, `"{}"`                     | `[]`                     |
 * | anything else                                    | `undefined`              |
 */
export function parseList(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (value == null) return []
  if (typeof value !== 'string' || value.length > parsedLengthMax) return undefined
  const written = value.trim()
  if (written === '') return []
  if (written.startsWith('{') && written.endsWith('}')) return parseBraces(written.slice(1, -1).trim())
  const read = parseJson(written)
  return read === null ? [] : Array.isArray(read) ? read : undefined
}

/** Parses JSON text. Blank text becomes `null`; other values, and text that is not JSON, are returned unchanged. */
export function parseJson(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > parsedLengthMax) return value
  if (value.trim() === '') return null
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/**
 * An ISO time in UTC, or `undefined` if the time is invalid or not in the years 1970 to 9999. A time without a zone is in UTC.
 *
 * | written                                                       | parsed                       |
 * |---------------------------------------------------------------|------------------------------|
 * | `"2025-01-01T10:00:00Z"`, `"2025-01-01T11:00:00+01:00"`       | `'2025-01-01T10:00:00.000Z'` |
 * | `"2025-01-01 10:00:00.000000+00"`, `"2025-01-01 10:00"`       | `'2025-01-01T10:00:00.000Z'` |
 * | `1735725600000`, milliseconds since 1970                      | `'2025-01-01T10:00:00.000Z'` |
 * | `"2025-01-01"`                                                | `'2025-01-01T00:00:00.000Z'` |
 */
export function parseTime(value: unknown): string | undefined {
  const time = typeof value === 'number' ? new Date(value) : new Date(typeof value === 'string' ? normalizeTime(value.trim()) : '')
  const year = time.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? time.toISOString() : undefined
}

/** The start of a value, in quotes and on one line, to show in a reason. */
export function quote(text: string): string {
  const short = text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text
  return `"${short.replace(/[\p{C}\p{Z}]/gu, ' ')}"`
}

function findTextProblem(value: unknown, lengthMax: number): string | undefined {
  if (typeof value !== 'string') return 'is not text'
  if (value.length > lengthMax) return `has ${value.length} characters; the limit is ${lengthMax}`
  if (value.includes('\0')) return 'contains a NUL character'
  return /\p{Surrogate}/u.test(value) ? 'contains an incomplete character' : undefined
}

/** The entries between the braces of a PostgreSQL text array. */
function parseBraces(inner: string): (string | null)[] | undefined {
  const entry = /(?:"((?:[^"\\]|\\.)*)"\s*|([^",{}]*))(?:,\s*|$)/sy
  const entries: (string | null)[] = []
  while (entry.lastIndex < inner.length) {
    const [whole, quotedText, bare = ''] = entry.exec(inner) ?? []
    if (whole === undefined) return undefined
    entries.push(quotedText?.replace(/\\(.)/gs, '$1') ?? (bare.trim().toUpperCase() === 'NULL' ? null : bare.trim()))
  }
  return entries
}

/** The time in the ISO format that every JavaScript engine parses. */
function normalizeTime(text: string): string {
  const spelled = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?:Z|([+-]\d{2}):?(\d{2})?)?)?$/i
  const [, day, time = '00:00', hours = '+00', minutes = '00'] = spelled.exec(text) ?? []
  return day ? `${day}T${time}${hours}:${minutes}` : ''
}
