/** Previews what applying a new outline would do. Writes nothing. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Certification } from '#exam/certification.ts'
import {
  compareOutlines,
  fateGroups,
  isInGroup,
  type Continuations,
  type FateGroup,
  type OutlineChanges,
  type PlacedQuestion,
  type QuestionFate,
} from '#exam/outline-changes.ts'
import type { ExamOutline } from '#exam/outline.ts'
import { plainText, shorten } from '#exam/plain-text.ts'
import type { Db } from '#server/db/tables.ts'
import { listOutlines, parseNewOutline, readCertification, type CertificationRow, type NewOutline } from '#server/catalogue/index.ts'

/** `text` is the JSON of the outline, and `continuations` maps ids of removed objectives to the ids that continue them. Both are checked. */
export type OutlineRequest = { text: string; continuations?: unknown }

/** What happens to a question of the exam, which may be a draft, and the first words of its text. */
export type ListedFate = QuestionFate & { readonly words: string; readonly isDraft: boolean }

export type OutlinePreview = Omit<OutlineChanges, 'questions'> & {
  /** How many questions are in each group, and the first 200 of them. */
  readonly groups: Readonly<Record<FateGroup, { readonly total: number; readonly listed: readonly ListedFate[] }>>
  /** How many questions name each objective now, by its id. */
  readonly sizes: Readonly<Record<string, number>>
  readonly before: Pick<ExamOutline, 'version' | 'effectiveOn'> | null
  readonly after: Pick<ExamOutline, 'version' | 'effectiveOn'>
  /** Whether applying would change neither the outline nor the certification nor a question. */
  readonly isUnchanged: boolean
  /** Changes whenever something that the preview depends on changes. */
  readonly fingerprint: string
}

/** What applying the outline writes, and its preview. */
export type OutlinePlan = {
  readonly preview: OutlinePreview
  readonly outline: ExamOutline
  readonly certification: Certification
  readonly questions: readonly QuestionFate[]
}
export type OutlinePlanResult = { ok: true; plan: OutlinePlan } | { ok: false; problems: string[] }

const wordsLengthMax = 90
const listedMax = 200
const continuationsShape = z.record(z.string(), z.string())

/** `row` is the certification of the outline. */
export async function planOutline(db: Db, row: CertificationRow, { text, continuations = {} }: OutlineRequest): Promise<OutlinePlanResult> {
  const certification = readCertification(row)
  const parsed = parseNewOutline(text, certification)
  if (!parsed.ok) return parsed
  const links = continuationsShape.safeParse(continuations)
  if (!links.success) return { ok: false, problems: ['continuations: must map ids of objectives to ids'] }
  const before = (await listOutlines(db, [row.id])).get(row.id)
  const questions = await listPlacedQuestions(db, row.id)
  const outline = dateObjectives(before, parsed.value.outline, links.data)
  const after = { objectives: outline.objectives, skillAreas: parsed.value.skillAreas }
  const current = { objectives: before?.objectives ?? [], skillAreas: certification.skillAreas }
  const changes = compareOutlines(current, after, questions, links.data)
  const next = withOutline(certification, parsed.value)
  const { questions: fates, ...compared } = changes
  const preview: OutlinePreview = {
    ...compared,
    groups: await listGroups(db, fates),
    sizes: countObjectives(fates),
    before: before ? pickDates(before) : null,
    after: pickDates(outline),
    isUnchanged: isDeepStrictEqual(before, outline) && isDeepStrictEqual(certification, next) && fates.every(({ isMoved }) => !isMoved),
    fingerprint: createHash('sha256')
      .update(JSON.stringify([before, certification, outline, next, changes]))
      .digest('hex'),
  }
  return { ok: true, plan: { preview, outline, certification: next, questions: fates } }
}

/**
 * Adds dates to objectives without a date in the file: known objectives and their continuations keep their date, and new objectives get the
 * date of this outline. Without an outline before this one, no dates are added.
 */
function dateObjectives(before: ExamOutline | undefined, outline: ExamOutline, continuations: Continuations): ExamOutline {
  if (!before) return outline
  const known = new Map(before.objectives.map((objective) => [objective.id, objective.since]))
  for (const [from, to] of Object.entries(continuations)) if (known.has(from) && !known.has(to)) known.set(to, known.get(from))
  const objectives = outline.objectives.map((objective) => {
    const since = objective.since ?? (known.has(objective.id) ? known.get(objective.id) : outline.version)
    return since === undefined ? objective : { ...objective, since }
  })
  return { ...outline, objectives }
}

/** The certification gets the date of the applied outline, because question sources and page ages are based on that date. */
function withOutline(certification: Certification, { outline, skillAreas }: NewOutline): Certification {
  const isSameDate = certification.outlineOf === outline.version
  return {
    ...certification,
    skillAreas,
    outlineOf: outline.version,
    sources: isSameDate ? certification.sources : { ...certification.sources, outlineOf: outline.source },
  }
}

function pickDates({ version, effectiveOn }: ExamOutline): Pick<ExamOutline, 'version' | 'effectiveOn'> {
  return { version, effectiveOn }
}

async function listPlacedQuestions(db: Db, examId: string): Promise<PlacedQuestion[]> {
  const rows = await db
    .selectFrom('questions')
    .select(['id', 'objective', 'skill_area', 'skill'])
    .where('exam_id', '=', examId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, objective, skill_area, skill }) => ({ id, objective, skillArea: skill_area, skill }))
}

async function listGroups(db: Db, fates: readonly QuestionFate[]): Promise<OutlinePreview['groups']> {
  const groups = fateGroups.map((group) => ({ group, own: fates.filter((fate) => isInGroup(fate, group)) }))
  const shown = new Set(groups.flatMap(({ own }) => own.slice(0, listedMax).map(({ id }) => id)))
  const rows =
    shown.size === 0
      ? []
      : await db
          .selectFrom('questions')
          .select(['id', 'text', 'state'])
          .where('id', 'in', [...shown])
          .execute()
  const texts = new Map(rows.map((row) => [row.id, row]))
  const list = (fate: QuestionFate): ListedFate => {
    const { text = '', state } = texts.get(fate.id) ?? {}
    return { ...fate, words: shorten(plainText(text), wordsLengthMax), isDraft: state === 'draft' }
  }
  const entries = groups.map(({ group, own }) => [group, { total: own.length, listed: own.slice(0, listedMax).map(list) }])
  return Object.fromEntries(entries) as OutlinePreview['groups']
}

function countObjectives(fates: readonly QuestionFate[]): Record<string, number> {
  const sizes: Record<string, number> = {}
  for (const { from } of fates) if (from.objective !== null) sizes[from.objective] = (sizes[from.objective] ?? 0) + 1
  return sizes
}
