import type { Attempt } from '#exam/attempt.ts'

/** The numbers of these questions, from 1, in the order of the attempt. */
export function questionNumbers({ questionIds }: Attempt, ids: readonly string[]): number[] {
  return questionIds.flatMap((id, position) => (ids.includes(id) ? [position + 1] : []))
}
