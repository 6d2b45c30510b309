/** A result as its page shows it: plain values, with nothing in them that is not for everybody. */
import type { Family } from '#exam/certification.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import { sharing } from '#web/text/en/sharing.ts'

export type ShownArea = {
  name: string
  correct: number
  total: number
  /** `null` when too little of the area was asked to say. */
  percent: number | null
  weightMin: number
  weightMax: number
}
type Kind = keyof typeof sharing.kinds
export type Shown = {
  certificationId: string
  /** `undefined` once the certification has left the catalogue. */
  family: Family | undefined
  kind: Kind
  /** ISO day in Greenwich, the same for everybody. */
  finishedOn: string
  correct: number
  total: number
  percent: number
  areas: ShownArea[]
  /** Whether the areas are those of the outline as it is now, so that they can be drawn to scale. */
  isToScale: boolean
}

/** What the set of the run says of the result. */
export function kindOfSet(set: QuestionSet): Kind {
  return set.startsWith('area-') ? 'area' : (set as Exclude<QuestionSet, `area-${number}`>)
}

/** `Practice result` or `Simulation result`. */
export function kindOf({ kind }: Pick<Shown, 'kind'>): string {
  return kind === 'simulation' ? sharing.simulation : sharing.practice
}
