/** The outline of an exam, objective by objective, as in `content/outlines/<certification>.json`. */
import type { FactSource } from '#exam/certification.ts'

/** One bullet of the outline, in our own words. The id never changes, because questions refer to it: `prompt-columns`. */
export type Objective = {
  readonly id: string
  /** Name of a skill area of the certification, and of a skill in that area. */
  readonly skillArea: string
  readonly skill: string
  readonly text: string
  /** ISO date of the first outline with this objective; missing when unknown. */
  readonly since?: string
}

export type ExamOutline = {
  readonly certificationId: string
  /** ISO date of the official outline. */
  readonly version: string
  /** ISO date from which the outline is effective; `null` when unknown. */
  readonly effectiveOn: string | null
  readonly source: FactSource
  readonly objectives: readonly Objective[]
}
