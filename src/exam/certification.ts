/** A certification and the outline of its exam. Reads `content/certifications.json`. */

/** In the order the site shows them. Source: spec §2, certification list. */
export const families = ['ERP', 'CRM', 'Power Platform'] as const
export type Family = (typeof families)[number]

export const certificationTypes = ['Fundamentals', 'Associate', 'Expert'] as const
/** Level of the certification; the field is called `type` in spec §3. */
export type CertificationType = (typeof certificationTypes)[number]

/** A weighted part of an exam's outline. Weights are percent of the exam, from–to as published. */
export type SkillArea = {
  readonly name: string
  readonly weightMin: number
  readonly weightMax: number
  readonly skills: readonly string[]
}

/** Where a fact comes from, when it was checked, and whether it is only approximate (nobody could verify it). */
export type FactSource = { readonly source: string; readonly checkedOn: string; readonly isApproximate: boolean }

/** Facts that can have a source of their own. */
export const factNames = [
  'name',
  'type',
  'status',
  'retiredOn',
  'successor',
  'durationMinutes',
  'passScore',
  'priceUsd',
  'questionCount',
  'outlineOf',
  'outline',
] as const
export type FactName = (typeof factNames)[number]

export type Certification = {
  /** Lower case, as in addresses: `mb-800`. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly family: Family
  readonly type: CertificationType
  readonly status: 'active' | 'retired'
  /** ISO date, or `null` when active or when the date is not established. */
  readonly retiredOn: string | null
  /** What to take instead, in words; `null` when nothing is named. `successorId` when we have it ourselves. */
  readonly successor: string | null
  readonly successorId: string | null
  readonly durationMinutes: number | null
  /** On the vendor's scale from 1 to 1000. */
  readonly passScore: number | null
  readonly priceUsd: number | null
  /** Usual number of questions, as published: `40-60`. */
  readonly questionCount: string | null
  /** ISO date from which the outline holds. */
  readonly outlineOf: string | null
  readonly studyGuideUrl: string | null
  readonly skillAreas: readonly SkillArea[]
  readonly sources: Readonly<Partial<Record<FactName, FactSource>>>
}

/** The name without the product family in front, for places where the family is said already. */
export function shortCertificationName({ name }: Pick<Certification, 'name'>): string {
  return name.replace(/^Dynamics 365:? /, '')
}

/** Middle of a skill area's published range, in percent: the width it is drawn with. */
export function midWeight(area: Pick<SkillArea, 'weightMin' | 'weightMax'>): number {
  return (area.weightMin + area.weightMax) / 2
}

/** Whether nobody could verify the fact, so that a screen has to say "about" or leave it out. */
export function isApproximate(certification: Pick<Certification, 'sources'>, fact: FactName): boolean {
  return certification.sources[fact]?.isApproximate ?? false
}

/** Short lower-case name of a family, used in markup to choose its color. */
export function familyMark(family: Family): 'erp' | 'crm' | 'power' {
  return family === 'ERP' ? 'erp' : family === 'CRM' ? 'crm' : 'power'
}
