/** Parses `content/outlines/<certification>.json`; `src/exam/outline.ts` documents the fields. */
import { z } from 'zod'
import type { Certification } from '#exam/certification.ts'
import type { ExamOutline } from '#exam/outline.ts'
import { certificationShape, factSource } from '#server/catalogue/certifications-file.ts'

const { outlineOf, name: text } = certificationShape.shape
const objectiveId = z.string('must be text').regex(/^[a-z\d]+(-[a-z\d]+)*$/, 'must be lowercase words with hyphens, such as prompt-columns')

const outlineShape = z.strictObject({
  certificationId: text,
  version: outlineOf.unwrap(),
  effectiveOn: outlineOf,
  source: factSource,
  objectives: z
    .array(z.strictObject({ id: objectiveId, skillArea: text, skill: text, text }), 'must be a list')
    .min(1, 'is empty')
    .max(500, 'has more than 500 entries'),
})

/** Ids must be unique, and the certification must have the areas and skills. A single problem rejects the whole file. */
export function readOutline(
  json: unknown,
  certification: Certification,
): { ok: true; value: ExamOutline } | { ok: false; problems: string[] } {
  const read = outlineShape.safeParse(json)
  const problems = read.success
    ? checkOutline(read.data, certification)
    : read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  return read.success && problems.length === 0 ? { ok: true, value: read.data } : { ok: false, problems }
}

function checkOutline({ certificationId, objectives }: ExamOutline, { id, skillAreas }: Certification): string[] {
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
