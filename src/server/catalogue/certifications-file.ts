/**
 * Parses `content/certifications.json`: certifications in the order of the site, with the field names of `Certification`.
 * `sources` says where a fact is from, when it was checked, and whether it is approximate.
 */
import { z } from 'zod'
import { certificationTypes, factNames, families, yesOrNo, type Certification } from '#exam/certification.ts'

const textOrEmpty = z.string({ error: ({ input }) => (input == null ? 'is empty' : 'must be text') })
const text = textOrEmpty
  .trim()
  .min(1, 'is empty')
  .max(2000, 'is longer than 2,000 characters')
  .regex(/^[^\0]*$/, 'contains a NUL character')
  .regex(/^\P{Surrogate}*$/u, 'contains an incomplete character')
const day = z.iso.date('must be a date such as 2026-06-30')
const percent = z.number('must be a number from 0 to 100').min(0, 'is below 0').max(100, 'is above 100')
const whole = z.int('must be a whole number').min(1, 'must be 1 or more').max(100_000, 'is above 100,000')
const webAddress = z
  .url({ protocol: /^https$/, error: 'must be a URL that starts with https://' })
  .max(2000, 'is longer than 2,000 characters')
  .regex(/^[^\0\p{Surrogate}]*$/u, 'contains a character that an address cannot have')

const yesOrNoValue = z.enum(yesOrNo, 'must be yes or no')

const skillArea = z.strictObject({
  name: text,
  weightMin: percent,
  weightMax: percent,
  skills: z.array(text, 'must be a list of texts').min(1, 'is empty').max(200, 'has more than 200 entries'),
})

export const factSource = z.strictObject({
  source: text,
  address: webAddress.optional(),
  checkedOn: day,
  isApproximate: z.boolean('must be true or false'),
})

/** The shape of one certification. Each error message completes a sentence that starts with the field. */
export const certificationShape = z.strictObject({
  id: textOrEmpty.regex(/^[a-z]{2}-\d{3}$/, 'must be two lowercase letters, a hyphen, and three digits, such as mb-800'),
  name: text,
  description: text,
  family: z.enum(families, `must be one of ${families.join(', ')}`),
  type: z.enum(certificationTypes, `must be one of ${certificationTypes.join(', ')}`),
  status: z.enum(['active', 'retired'], 'must be active or retired'),
  retiredOn: day.nullable(),
  successor: text.nullable(),
  successorId: text.nullable(),
  durationMinutes: whole.nullable(),
  passScore: whole.nullable(),
  priceUsd: whole.nullable(),
  questionCount: text.nullable(),
  // Missing in archives from earlier releases.
  languages: text.nullable().default(null),
  inFrench: yesOrNoValue.nullable().default(null),
  practiceAssessment: yesOrNoValue.nullable().default(null),
  outlineOf: day.nullable(),
  studyGuideUrl: webAddress.nullable(),
  skillAreas: z.array(skillArea, 'must be a list').min(1, 'is empty').max(40, 'has more than 40 entries'),
  sources: z.partialRecord(z.enum(factNames), factSource, 'must contain facts, each with its source'),
})

const file = z.array(certificationShape)

/** A problem names the entry and the field, except for a repeated id. A single problem rejects the whole file. */
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
    ...certifications.flatMap((one) =>
      checkCertification(one, ids).map(({ path, reason }) => `certification ${one.id}.${path.join('.')}: ${reason}`),
    ),
  ]
}

/** Contradictions between fields of one certification. `ids` are the ids of all certifications. */
export function checkCertification(one: Certification, ids: ReadonlySet<string>): { path: (string | number)[]; reason: string }[] {
  const names = one.skillAreas.map(({ name }) => name)
  return [
    ...one.skillAreas.flatMap((area, i) => [
      ...(area.weightMin > area.weightMax ? [{ path: ['skillAreas', i, 'weightMin'], reason: 'is greater than the maximum weight' }] : []),
      ...(names.indexOf(area.name) < i ? [{ path: ['skillAreas', i, 'name'], reason: 'is already the name of another area' }] : []),
    ]),
    ...(one.successorId && (!ids.has(one.successorId) || one.successorId === one.id)
      ? [{ path: ['successorId'], reason: `must be the id of another certification, not ${one.successorId}` }]
      : []),
    ...(one.status === 'active' && one.retiredOn ? [{ path: ['retiredOn'], reason: 'must be empty while the status is active' }] : []),
  ]
}
