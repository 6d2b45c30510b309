/** A shared result for display: only values that anyone may see. */
import type { QuestionSet } from '#exam/attempt.ts'
import type { readSharedResult } from '#web/sharing/read-shared-result.ts'
import { sharing } from '#text/sharing.ts'

type Kind = keyof typeof sharing.kinds
export type Shown = Awaited<ReturnType<typeof readSharedResult>>

export function kindOfSet(set: QuestionSet): Kind {
  return set.startsWith('area-') ? 'area' : (set as Exclude<QuestionSet, `area-${number}`>)
}

/** Only a simulation is compared with the passing score. */
export function isSimulation({ kind }: Pick<Shown, 'kind'>): boolean {
  return kind === 'simulation'
}

/** `Practice result` or `Simulation result`. */
export function kindOf(shown: Pick<Shown, 'kind'>): string {
  return isSimulation(shown) ? sharing.simulation : sharing.practice
}
