/** Parses `content/outlines/<certification>.json`; `src/exam/outline.ts` documents the fields. */
import { z } from 'zod'
import type { Certification, SkillArea } from '#exam/certification.ts'
import type { ExamOutline } from '#exam/outline.ts'
import { certificationShape, checkCertification, factSource } from '#server/catalogue/certifications-file.ts'

const { outlineOf, name: text, skillAreas } = certificationShape.shape
const objectiveId = z.string('must be text').regex(/^[a-z\d]+(-[a-z\d]+)*$/, 'must be lowercase words with hyphens, such as prompt-columns')
const unlistable = 'must be an object with the fields of an outline'

const outlineShape = z.strictObject(
  {
    certificationId: text,
    version: outlineOf.unwrap(),
    effectiveOn: outlineOf,
    source: factSource,
    objectives: z
      .array(
        z.strictObject({ id: objectiveId, skillArea: text, skill: text, text, since: outlineOf.unwrap().exactOptional() }),
        'must be a list',
      )
      .min(1, 'is empty')
      .max(500, 'has more than 500 entries'),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? unlistable : undefined) },
)
/** An outline that an administrator applies may contain skill areas. For content files, the skill areas are in the catalog. */
const newOutlineShape = outlineShape.extend({ skillAreas: skillAreas.optional() })

type ReadResult<Value> = { ok: true; value: Value } | { ok: false; problems: string[] }

/** An outline to apply, with the areas and skills that the exam will have. */
export type NewOutline = { readonly outline: ExamOutline; readonly skillAreas: readonly SkillArea[] }

/** Ids must be unique, and the certification must have the skill areas and skills of all objectives. A single problem rejects the whole file. */
export function readOutline(json: unknown, certification: Certification): ReadResult<ExamOutline> {
  const read = outlineShape.safeParse(json)
  const problems = read.success ? checkOutline(read.data, certification) : read.error.issues.flatMap(listProblems)
  return read.success && problems.length === 0 ? { ok: true, value: read.data } : { ok: false, problems }
}

/**
 * Parses the JSON of an outline that an administrator applies. If areas, skills, or weights change, the JSON also has `skillAreas`, as in
 * the catalog. A problem with a field starts with the path of the field: `objectives.3.skill: is empty`.
 */
export function parseNewOutline(json: string, certification: Certification): ReadResult<NewOutline> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    return { ok: false, problems: [`is not JSON: ${locate(json, (error as Error).message)}`] }
  }
  const read = newOutlineShape.safeParse(value)
  if (!read.success) return { ok: false, problems: read.error.issues.flatMap(listProblems) }
  const { skillAreas = certification.skillAreas, ...outline } = read.data
  const problems = [
    ...(read.data.skillAreas ? checkAreas({ ...certification, skillAreas }) : []),
    ...checkOutline(outline, { ...certification, skillAreas }),
  ]
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { outline, skillAreas } }
}

/** Adds the line number to a message of `JSON.parse` that quotes the text. A quote after dots begins ten characters before the error. */
function locate(json: string, message: string): string {
  const [, dots, quoted = ''] = /, (\.{3})?"(.*)"(?:\.{3})? is not valid JSON$/s.exec(message) ?? []
  const start = quoted === '' ? -1 : json.indexOf(quoted)
  if (start === -1) return message
  const line = json.slice(0, start + (dots ? 10 : 0)).split('\n').length
  return `${message} (line ${line})`
}

function listProblems(issue: z.core.$ZodIssue): string[] {
  const place = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${[...issue.path, key].join('.')}: is not a field of ${place ? 'this entry' : 'an outline'}`)
  return [place ? `${place}: ${issue.message}` : issue.message]
}

function checkAreas(certification: Certification): string[] {
  return checkCertification(certification, new Set())
    .filter(({ path }) => path[0] === 'skillAreas')
    .map(({ path, reason }) => `${path.join('.')}: ${reason}`)
}

function checkOutline(
  { certificationId, objectives }: ExamOutline,
  { id, skillAreas }: Pick<Certification, 'id' | 'skillAreas'>,
): string[] {
  const ids = objectives.map((objective) => objective.id)
  return [
    ...(certificationId === id ? [] : [`certificationId: must be ${id}, as the name of the file`]),
    ...objectives.flatMap((objective, i) => {
      const area = skillAreas.find(({ name }) => name === objective.skillArea)
      return [
        ...(ids.indexOf(objective.id) < i ? [`objectives.${i}.id: is already the id of another objective: ${objective.id}`] : []),
        ...(area ? [] : [`objectives.${i}.skillArea: is not a skill area of ${id}: ${objective.skillArea}`]),
        ...(area && !area.skills.includes(objective.skill)
          ? [`objectives.${i}.skill: is not a skill of this skill area: ${objective.skill}`]
          : []),
      ]
    }),
  ]
}
