/** A shared result for display: only values that anyone may see. */
import type { QuestionSet } from '#exam/attempt.ts'
import type { readSharedResult } from '#web/sharing/read-shared-result.ts'
import { sharing } from '#web/text/en/sharing.ts'

type Kind = keyof typeof sharing.kinds
export type Shown = Awaited<ReturnType<typeof readSharedResult>>

export function kindOfSet(set: QuestionSet): Kind {
  return set.startsWith('area-') ? 'area' : (set as Exclude<QuestionSet, `area-${number}`>)
}

/** `Practice result` or `Simulation result`. */
export function kindOf({ kind }: Pick<Shown, 'kind'>): string {
  return kind === 'simulation' ? sharing.simulation : sharing.practice
}
