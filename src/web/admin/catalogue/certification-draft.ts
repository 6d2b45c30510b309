/** A certification while it is being edited: every fact as the text of its field. */
import { factNames } from '#exam/certification.ts'
import type { FactName, FactSource } from '#exam/certification.ts'
import type { Finding } from '#web/admin/use-saving.ts'
import type { CertificationRow } from '#server/catalogue/index.ts'

/** Facts that are texts of their own, in the order of the form, with the field names of `/api`. */
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
  'outline_of',
  'study_guide_url',
] as const
export type TextField = (typeof textFields)[number]

/** `key` stays while the area moves; `was` is the name that its questions have, `undefined` for a new one. Skills are one on each line. */
export type AreaDraft = { key: number; was: string | undefined; name: string; from: string; to: string; skills: string }

/** All three empty and false: the fact has no source. */
export type Draft = Record<TextField, string> & { areas: AreaDraft[]; sources: Record<FactName, FactSource> }

/** Fields whose text is a number. */
export const numbers: readonly TextField[] = ['duration_minutes', 'pass_score', 'price_usd']
const noSource: FactSource = { source: '', checkedOn: '', isApproximate: false }

export const newDraft: Draft = {
  ...(Object.fromEntries(textFields.map((field) => [field, ''])) as Record<TextField, string>),
  family: 'ERP',
  type: 'Associate',
  status: 'active',
  areas: [{ key: 0, was: undefined, name: '', from: '', to: '', skills: '' }],
  sources: Object.fromEntries(factNames.map((fact) => [fact, noSource])) as Record<FactName, FactSource>,
}

export function draftOf(row: CertificationRow): Draft {
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

/** The body that `/api/certifications` takes. What is no number goes as it was typed, so that the server can name it. */
export function printDraft(draft: Draft): Record<string, unknown> {
  const texts = textFields.map((field) => [field, numbers.includes(field) ? numberOf(draft[field]) : draft[field].trim() || null])
  const sources = Object.entries(draft.sources).filter(
    ([, { source, checkedOn, isApproximate }]) => source !== '' || checkedOn !== '' || isApproximate,
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

/** Whether two drafts would be saved alike. */
export function saysTheSame(one: Draft, other: Draft): boolean {
  return JSON.stringify(printDraft(one)) === JSON.stringify(printDraft(other))
}

/** What is stored now, but for what was typed since `sent` was sent. Areas keep their keys, and learn the names that their questions have. */
export function rebase(now: Draft, sent: Draft, row: CertificationRow): Draft {
  const stored = draftOf(row)
  const pick = <Value>(now: Value, sent: Value, stored: Value) => (isSame(now, sent) ? stored : now)
  const texts = textFields.map((field) => [field, pick(now[field], sent[field], stored[field])])
  const sources = factNames.map((fact) => [fact, pick(now.sources[fact], sent.sources[fact], stored.sources[fact])])
  return {
    ...(Object.fromEntries(texts) as Record<TextField, string>),
    sources: Object.fromEntries(sources) as Record<FactName, FactSource>,
    areas: now.areas.map((area) => {
      const place = sent.areas.findIndex(({ key }) => key === area.key)
      const [before, after] = [sent.areas[place], stored.areas[place]]
      if (!before || !after) return area
      return { ...pick(area, before, after), key: area.key, was: after.was }
    }),
  }
}

/**
 * What the server refused of a draft that was `sent`, as far as it is still so `now`: an area takes its reasons along
 * when it moves or goes, and a field that has been changed has none.
 */
export function refusalsNow(refusals: readonly Finding[], sent: Draft, now: Draft): Finding[] {
  return refusals.flatMap((refusal) => {
    const [field = '', part = '', ...rest] = refusal.field.split('.')
    if (field === 'skill_areas')
      return part === '' ? only(refusal, isSame(sent.areas, now.areas)) : areaRefusal(refusal, part, rest, sent, now)
    if (field === 'sources') return only(refusal, isSame(sourcePart(sent, part, rest[0]), sourcePart(now, part, rest[0])))
    return only(refusal, sent[field as TextField] === now[field as TextField])
  })
}

function areaRefusal(refusal: Finding, place: string, rest: string[], sent: Draft, now: Draft): Finding[] {
  const before = sent.areas[Number(place)]
  const i = now.areas.findIndex(({ key }) => key === before?.key)
  const after = now.areas[i]
  if (!before || !after) return []
  const part = areaParts[rest[0] ?? ''] ?? 'name'
  return only({ ...refusal, field: ['skill_areas', i, ...rest].join('.') }, before[part] === after[part])
}

/** Parts of an area by the names that `/api` gives them. */
const areaParts: Record<string, 'name' | 'from' | 'to' | 'skills'> = { weight_min: 'from', weight_max: 'to', skills: 'skills' }

function sourcePart({ sources }: Draft, fact: string, part = 'source'): unknown {
  return sources[fact as FactName]?.[part as keyof FactSource]
}

function only(refusal: Finding, isStill: boolean): Finding[] {
  return isStill ? [refusal] : []
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A place among the areas for one that moves, `by` places further down. */
export function moveArea(areas: readonly AreaDraft[], from: number, by: number): AreaDraft[] {
  const to = from + by
  const moved = areas[from]
  if (!moved || to < 0 || to >= areas.length) return [...areas]
  return areas.toSpliced(from, 1).toSpliced(to, 0, moved)
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
