/** Runs attempts one after another. An attempt that fails does not end the run, unless the site cannot be started again. */
import type { Comparison } from './compare.ts'
import type { Interruption } from './practice-attempt.ts'

/** `failure`: why the attempt could not be finished. */
export type Outcome = Comparison & { number: number; interruption: Interruption; atStep: number; certificationId: string; failure?: string }

type Run = {
  attempts: number
  /** Runs one attempt. The first has number 1. */
  attempt: (number: number) => Promise<Outcome>
  /** After a failure, makes the site usable for the next attempt. */
  restoreSite: () => Promise<void>
  onOutcome?: ((outcome: Outcome) => void) | undefined
}

/** If the site cannot be restored, the failure of the last outcome has the reason, and there are fewer outcomes. */
export async function runAttempts({ attempts, attempt, restoreSite, onOutcome }: Run): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let isUsable = true
  for (let number = 1; number <= attempts && isUsable; number++) {
    const outcome = await attempt(number)
    if (outcome.failure !== undefined) {
      await restoreSite().catch((error: unknown) => {
        isUsable = false
        outcome.failure = `${outcome.failure}\n   The run ends, because the site cannot be started again: ${(error as Error).message}`
      })
    }
    outcomes.push(outcome)
    onOutcome?.(outcome)
  }
  return outcomes
}
