/**
 * Reads `content/certifications.json`: a list of certifications in the order of the site, field names as in
 * `Certification`, each fact with its source, the day it was checked and whether it is only approximate.
 */
import { z } from 'zod'
import { certificationTypes, factNames, families } from '#exam/certification.ts'
import type { Certification } from '#exam/certification.ts'

const text = z.string().trim().min(1)
const percent = z.number().min(0).max(100)
const whole = z.int().positive()

const file = z.array(
  z.strictObject({
    id: z.string().regex(/^[a-z]{2}-\d{3}$/),
    name: text,
    description: text,
    family: z.enum(families),
    type: z.enum(certificationTypes),
    status: z.enum(['active', 'retired']),
    retiredOn: z.iso.date().nullable(),
    successor: text.nullable(),
    successorId: text.nullable(),
    durationMinutes: whole.nullable(),
    passScore: whole.nullable(),
    priceUsd: whole.nullable(),
    questionCount: text.nullable(),
    outlineOf: z.iso.date().nullable(),
    studyGuideUrl: z.url({ protocol: /^https$/ }).nullable(),
    skillAreas: z.array(z.strictObject({ name: text, weightMin: percent, weightMax: percent, skills: z.array(text).min(1) })).min(1),
    sources: z.partialRecord(z.enum(factNames), z.strictObject({ source: text, checkedOn: z.iso.date(), isApproximate: z.boolean() })),
  }),
)

/** Problems name the entry and the field; with one problem nothing is read. */
export function readCertifications(json: unknown): { ok: true; value: Certification[] } | { ok: false; problems: string[] } {
  const read = file.safeParse(json)
  const problems = read.success
    ? checkTogether(read.data)
    : read.error.issues.map((issue) => `certification ${issue.path.join('.')}: ${issue.message}`)
  return read.success && problems.length === 0 ? { ok: true, value: read.data } : { ok: false, problems }
}

function checkTogether(certifications: Certification[]): string[] {
  const ids = new Set(certifications.map(({ id }) => id))
  return [
    ...(ids.size === certifications.length ? [] : ['two certifications have the same id']),
    ...certifications.flatMap((one) => [
      ...one.skillAreas
        .filter((area) => area.weightMin > area.weightMax)
        .map((area) => `certification ${one.id}: the weight of "${area.name}" runs backwards`),
      ...(one.successorId && !ids.has(one.successorId)
        ? [`certification ${one.id}: successorId ${one.successorId} is not in the catalogue`]
        : []),
      ...(one.status === 'active' && one.retiredOn ? [`certification ${one.id}: is active and has a retirement date`] : []),
    ]),
  ]
}
