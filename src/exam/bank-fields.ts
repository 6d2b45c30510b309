/**
 * Single fields of a bank file: texts, lists and times in the forms in which they have been written. What cannot be
 * read is refused with one reason, a sentence fragment that fits after "field: ", and whatever comes is an answer,
 * never an exception.
 */

export type Refuse = (field: string, reason: string) => void
export type RawObject = Record<string, unknown>

/** Most characters of a field, as JavaScript counts them. */
export const lengthsMax = {
  id: 100,
  skill: 300,
  title: 300,
  reference: 2000,
  grounding: 2000,
  /** Question, explanation and case study. */
  text: 100_000,
  /** One option, one explanation of an option, one entry of a pair. */
  option: 20_000,
} as const

/** As many as there are letters. */
export const optionsMax = 26

/** Lists and objects that are written as text are not read beyond this. */
const writtenListMax = 1_000_000
const quotedMax = 40

/** An object with named fields. */
export function isRecord(value: unknown): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text as it is written; `''` where there is none, or nothing but blanks. */
export function readText(value: unknown, field: string, lengthMax: number, refuse: Refuse): string {
  if (value == null) return ''
  const problem = textProblem(value, lengthMax)
  if (problem) refuse(field, problem)
  return problem || typeof value !== 'string' || value.trim() === '' ? '' : value
}

/** A text that has to be there. */
export function readNeededText(value: unknown, field: string, lengthMax: number, refuse: Refuse): string {
  if (value == null || (typeof value === 'string' && value.trim() === '')) refuse(field, 'is empty')
  return readText(value, field, lengthMax, refuse)
}

/** A name or number by which something is known; numbers become text. */
export function readName(value: unknown, field: string, refuse: Refuse): string {
  return readText(typeof value === 'number' ? String(value) : value, field, lengthsMax.id, refuse).trim()
}

/** Names an entry of a list by its index, for a reason: `option B`. */
export type PlaceOf = (index: number) => string

/** A list of texts in one of the forms of `readList`. Each of them has to say something. */
export function readTexts(value: unknown, field: string, placeOf: PlaceOf, refuse: Refuse): string[] {
  const texts = readTextsOrNull(value, field, placeOf, refuse)
  const empty = texts.indexOf(null)
  if (empty !== -1) refuse(field, `${placeOf(empty)} is empty`)
  return texts.filter((text) => text !== null)
}

/** The same where an entry may have nothing to say: then it is `null`. */
export function readTextsOrNull(value: unknown, field: string, placeOf: PlaceOf, refuse: Refuse): (string | null)[] {
  const list = readList(value)
  if (!list || list.length > optionsMax) {
    refuse(field, list ? `has ${list.length} entries, and at most ${optionsMax} fit` : 'is not a list of texts')
    return []
  }
  const odd = list.findIndex((entry) => entry !== null && textProblem(entry, lengthsMax.option))
  if (odd === -1) return list.map((entry) => (typeof entry === 'string' && entry.trim() !== '' ? entry : null))
  refuse(field, `${placeOf(odd)} ${textProblem(list[odd], lengthsMax.option)}`)
  return []
}

/**
 * A list in the forms in which one has been written:
 *
 * | written                                          | read                     |
 * |--------------------------------------------------|--------------------------|
 * | `["a", "b"]`                                     | the list                 |
 * | `"[\"a\", \"b\"]"`, JSON as a text               | `['a', 'b']`             |
 * | `"{a,\"b, c\",NULL}"`, as PostgreSQL prints it   | `['a', 'b, c', null]`    |
 * | `null`, `""`, `"[]"`, `"{}"`                     | `[]`                     |
 * | anything else                                    | `undefined`              |
 */
export function readList(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (value == null) return []
  if (typeof value !== 'string' || value.length > writtenListMax) return undefined
  const written = value.trim()
  if (written === '') return []
  if (written.startsWith('{') && written.endsWith('}')) return readBraces(written.slice(1, -1).trim())
  const read = readJson(written)
  return read === null ? [] : Array.isArray(read) ? read : undefined
}

/** The value of JSON that is written as a text; any other value, and what is no JSON, as it is. Blank is `null`. */
export function readJson(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > writtenListMax) return value
  if (value.trim() === '') return null
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/**
 * An ISO time in UTC, or `undefined` when there is none to be read. Without a zone the time is in UTC.
 *
 * | written                                                       | read                         |
 * |---------------------------------------------------------------|------------------------------|
 * | `"2025-01-01T10:00:00Z"`, `"2025-01-01T11:00:00+01:00"`       | `'2025-01-01T10:00:00.000Z'` |
 * | `"2025-01-01 10:00:00.000000+00"`, `"2025-01-01 10:00"`       | `'2025-01-01T10:00:00.000Z'` |
 * | `1735725600000`, milliseconds since 1970                      | `'2025-01-01T10:00:00.000Z'` |
 * | `"2025-01-01"`                                                | `'2025-01-01T00:00:00.000Z'` |
 */
export function readTime(value: unknown): string | undefined {
  const time = typeof value === 'number' ? new Date(value) : new Date(typeof value === 'string' ? spelledTime(value.trim()) : '')
  const year = time.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? time.toISOString() : undefined
}

/** A piece of what was written, short enough for a reason. */
export function quoted(text: string): string {
  const short = text.length > quotedMax ? `${text.slice(0, quotedMax)}…` : text
  return `"${short.replace(/[\p{C}\p{Z}]/gu, ' ')}"`
}

function textProblem(value: unknown, lengthMax: number): string | undefined {
  if (typeof value !== 'string') return 'is not a text'
  if (value.length > lengthMax) return `is ${value.length} characters long, and at most ${lengthMax} fit`
  if (value.includes('\0')) return 'holds a NUL character, which cannot be kept'
  return /\p{Surrogate}/u.test(value) ? 'holds half of a character, which cannot be kept' : undefined
}

/** The entries between the braces of a PostgreSQL array of texts. */
function readBraces(inner: string): (string | null)[] | undefined {
  const entry = /(?:"((?:[^"\\]|\\.)*)"\s*|([^",{}]*))(?:,\s*|$)/sy
  const entries: (string | null)[] = []
  while (entry.lastIndex < inner.length) {
    const [whole, quotedText, bare = ''] = entry.exec(inner) ?? []
    if (whole === undefined) return undefined
    entries.push(quotedText?.replace(/\\(.)/gs, '$1') ?? (bare.trim().toUpperCase() === 'NULL' ? null : bare.trim()))
  }
  return entries
}

/** The time as every engine reads it. */
function spelledTime(text: string): string {
  const spelled = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?:Z|([+-]\d{2}):?(\d{2})?)?)?$/i
  const [, day, time = '00:00', hours = '+00', minutes = '00'] = spelled.exec(text) ?? []
  return day ? `${day}T${time}${hours}:${minutes}` : ''
}
