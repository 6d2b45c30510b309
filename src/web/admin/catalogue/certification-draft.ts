/** The values of the certification form: each fact as the text in its field. */
import { factNames, type FactName, type FactSource } from '#exam/certification.ts'
import type { FieldIssue } from '#web/admin/call-api.ts'
import type { CertificationRow } from '#server/catalogue/index.ts'

/** The facts that the form has as text, with the field names of `/api`. */
export const textFields = [
  'id',
  'name',
  'description',
  'family',
  'type',
  'status',
  'retired_on',
  'successor',
  'successor_id',
  'duration_minutes',
  'pass_score',
  'price_usd',
  'question_count',
  'languages',
  'in_french',
  'practice_assessment',
  'outline_of',
  'study_guide_url',
] as const
export type TextField = (typeof textFields)[number]

/** `key` stays the same when the area moves. `was` is the stored name, `undefined` for a new area. `skills` has one skill per line. */
export type AreaDraft = { key: number; was: string | undefined; name: string; from: string; to: string; skills: string }

/** The values of the form. A fact without a source has empty source fields. */
export type CertificationDraft = Record<TextField, string> & { areas: readonly AreaDraft[]; sources: Record<FactName, FactSource> }

export const numbers: readonly TextField[] = ['duration_minutes', 'pass_score', 'price_usd']
const noSource: FactSource = { source: '', checkedOn: '', isApproximate: false }

export const newCertificationDraft: CertificationDraft = {
  ...(Object.fromEntries(textFields.map((field) => [field, ''])) as Record<TextField, string>),
  family: 'ERP',
  type: 'Associate',
  status: 'active',
  areas: [{ key: 0, was: undefined, name: '', from: '', to: '', skills: '' }],
  sources: Object.fromEntries(factNames.map((fact) => [fact, noSource])) as Record<FactName, FactSource>,
}

export function draftOf(row: CertificationRow): CertificationDraft {
  return {
    ...(Object.fromEntries(textFields.map((field) => [field, String(row[field] ?? '')])) as Record<TextField, string>),
    areas: row.skill_areas.map(({ name, weight_min, weight_max, skills }, key) => ({
      key,
      was: name,
      name,
      from: String(weight_min),
      to: String(weight_max),
      skills: skills.join('\n'),
    })),
    sources: Object.fromEntries(factNames.map((fact) => [fact, row.sources[fact] ?? noSource])) as Record<FactName, FactSource>,
  }
}

/** The request body for `/api/certifications`. An invalid number is sent as typed, so that the server can report it. */
export function printDraft(draft: CertificationDraft): Record<string, unknown> {
  const texts = textFields.map((field) => [field, numbers.includes(field) ? numberOf(draft[field]) : draft[field].trim() || null])
  const sources = Object.entries(draft.sources).filter(
    ([, { source, address, checkedOn, isApproximate }]) => source !== '' || address || checkedOn !== '' || isApproximate,
  )
  return {
    ...Object.fromEntries(texts),
    skill_areas: draft.areas.map(({ was, name, from, to, skills }) => ({
      was,
      name,
      weight_min: numberOf(from),
      weight_max: numberOf(to),
      skills: linesOf(skills),
    })),
    sources: Object.fromEntries(sources),
  }
}

/**
 * The saved row with the changes that the user made after `sent` was sent. Areas keep their keys, and `was` becomes their stored name.
 */
export function rebase(now: CertificationDraft, sent: CertificationDraft, row: CertificationRow): CertificationDraft {
  const stored = draftOf(row)
  const pick = <Value>(now: Value, sent: Value, stored: Value) => (isSame(now, sent) ? stored : now)
  const texts = textFields.map((field) => [field, pick(now[field], sent[field], stored[field])])
  const sources = factNames.map((fact) => [fact, pick(now.sources[fact], sent.sources[fact], stored.sources[fact])])
  return {
    ...(Object.fromEntries(texts) as Record<TextField, string>),
    sources: Object.fromEntries(sources) as Record<FactName, FactSource>,
    areas: now.areas.map((area) => {
      const index = sent.areas.findIndex(({ key }) => key === area.key)
      const [before, after] = [sent.areas[index], stored.areas[index]]
      if (!before || !after) return area
      return { ...pick(area, before, after), key: area.key, was: after.was }
    }),
  }
}

/**
 * The errors of a sent draft that still apply. Errors of an area move with the area; an edited field loses its errors.
 */
export function listCurrentErrors(errors: readonly FieldIssue[], sent: CertificationDraft, now: CertificationDraft): FieldIssue[] {
  return errors.flatMap((error) => {
    const [field = '', part = '', ...rest] = error.field.split('.')
    if (field === 'skill_areas') return part === '' ? keepIf(error, isSame(sent.areas, now.areas)) : areaError(error, part, rest, sent, now)
    if (field === 'sources') return keepIf(error, isSame(sourcePart(sent, part, rest[0]), sourcePart(now, part, rest[0])))
    return keepIf(error, sent[field as TextField] === now[field as TextField])
  })
}

function areaError(error: FieldIssue, position: string, rest: string[], sent: CertificationDraft, now: CertificationDraft): FieldIssue[] {
  const before = sent.areas[Number(position)]
  const i = now.areas.findIndex(({ key }) => key === before?.key)
  const after = now.areas[i]
  if (!before || !after) return []
  const part = areaParts[rest[0] ?? ''] ?? 'name'
  return keepIf({ ...error, field: ['skill_areas', i, ...rest].join('.') }, before[part] === after[part])
}

/** Draft fields of an area by their names in `/api`. */
const areaParts: Record<string, 'name' | 'from' | 'to' | 'skills'> = { weight_min: 'from', weight_max: 'to', skills: 'skills' }

function sourcePart({ sources }: CertificationDraft, fact: string, part = 'source'): unknown {
  return sources[fact as FactName]?.[part as keyof FactSource]
}

function keepIf(error: FieldIssue, isCurrent: boolean): FieldIssue[] {
  return isCurrent ? [error] : []
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function numberOf(text: string): number | string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed)
}
