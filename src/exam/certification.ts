/** A certification and the outline of its exam, as in `content/certifications.json`. */

/** The families in display order. Source: spec §2, certification list. */
export const families = ['ERP', 'CRM', 'Power Platform'] as const
export type Family = (typeof families)[number]

export const certificationTypes = ['Fundamentals', 'Associate', 'Expert'] as const
/** Levels of certifications. Spec §3 calls this field `type`. */
export type CertificationType = (typeof certificationTypes)[number]

export const yesOrNo = ['yes', 'no'] as const
export type YesOrNo = (typeof yesOrNo)[number]

/** A weighted skill area of an exam. `weightMin` and `weightMax` are the published range, in percent of the exam. */
export type SkillArea = {
  readonly name: string
  readonly weightMin: number
  readonly weightMax: number
  readonly skills: readonly string[]
}

/**
 * The source of a fact: the title of a page and its https address, or a description if there is no page to link to. `checkedOn` is an
 * ISO date. An approximate fact could not be verified.
 */
export type FactSource = {
  readonly source: string
  readonly address?: string | undefined
  readonly checkedOn: string
  readonly isApproximate: boolean
}

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
  'languages',
  'inFrench',
  'practiceAssessment',
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
  /** ISO date; `null` when active or when the date is unknown. */
  readonly retiredOn: string | null
  /** Name of the replacement, or `null`. `successorId`: its certification id, if this site has it. */
  readonly successor: string | null
  readonly successorId: string | null
  readonly durationMinutes: number | null
  /** On the vendor's scale from 1 to 1000. */
  readonly passScore: number | null
  readonly priceUsd: number | null
  /** Usual number of questions, as published: `40-60`. */
  readonly questionCount: string | null
  /** Languages of the exam, in words: `English, Japanese`. */
  readonly languages: string | null
  /** Whether the exam is offered in French; `null` when unknown. */
  readonly inFrench: YesOrNo | null
  /** Whether Microsoft offers an official practice assessment; `null` when unknown. */
  readonly practiceAssessment: YesOrNo | null
  /** ISO date from which the outline is effective. */
  readonly outlineOf: string | null
  readonly studyGuideUrl: string | null
  readonly skillAreas: readonly SkillArea[]
  readonly sources: Readonly<Partial<Record<FactName, FactSource>>>
}

/** The fields of a certification that attempts show. Omits the skills of each skill area. */
export type AttemptCertification = Pick<Certification, 'id' | 'name' | 'family'> & {
  readonly skillAreas: readonly Omit<SkillArea, 'skills'>[]
}

export function toAttemptCertification({ id, name, family, skillAreas }: Certification): AttemptCertification {
  return {
    id,
    name,
    family,
    skillAreas: skillAreas.map((area) => ({ name: area.name, weightMin: area.weightMin, weightMax: area.weightMax })),
  }
}

/** The name without a leading "Dynamics 365", for screens that already show the family. */
export function shortCertificationName({ name }: Pick<Certification, 'name'>): string {
  return name.replace(/^Dynamics 365:? /, '')
}

/** Middle of a skill area's published weight range, in percent. */
export function midWeight(area: Pick<SkillArea, 'weightMin' | 'weightMax'>): number {
  return (area.weightMin + area.weightMax) / 2
}

/** Whether holders can renew the certification. Fundamentals certifications do not expire, and retired ones cannot be renewed. */
export function isRenewable({ type, status }: Pick<Certification, 'type' | 'status'>): boolean {
  return type !== 'Fundamentals' && status === 'active'
}

/** Whether a fact is approximate, so screens must say "about" or omit it. */
export function isApproximate(certification: Pick<Certification, 'sources'>, fact: FactName): boolean {
  return certification.sources[fact]?.isApproximate ?? false
}

/** Short name of a family for markup. Styles use it to choose the color. */
export function familyMark(family: Family): 'erp' | 'crm' | 'power' {
  return family === 'ERP' ? 'erp' : family === 'CRM' ? 'crm' : 'power'
}
