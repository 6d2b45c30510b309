/** A shared result for display: only values that anyone may see. */
import type { Family } from '#exam/certification.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import { sharing } from '#web/text/en/sharing.ts'

export type ShownArea = {
  name: string
  correct: number
  total: number
  /** `null` when the attempt had too few questions of the area. */
  percent: number | null
  weightMin: number
  weightMax: number
}
type Kind = keyof typeof sharing.kinds
export type Shown = {
  certificationId: string
  /** `undefined` when the certification was removed. */
  family: Family | undefined
  kind: Kind
  /** ISO date in UTC. */
  finishedOn: string
  correct: number
  total: number
  percent: number
  areas: ShownArea[]
  /** Whether the areas are those of the current outline, so that they can be drawn to scale. */
  isToScale: boolean
}

/** The kind of result that an attempt at the question set has. */
export function kindOfSet(set: QuestionSet): Kind {
  return set.startsWith('area-') ? 'area' : (set as Exclude<QuestionSet, `area-${number}`>)
}

/** `Practice result` or `Simulation result`. */
export function kindOf({ kind }: Pick<Shown, 'kind'>): string {
  return kind === 'simulation' ? sharing.simulation : sharing.practice
}
