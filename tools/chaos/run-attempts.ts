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
  for (let number = 1; number <= attempts; number++) {
    const outcome = await attempt(number)
    const problem = outcome.failure === undefined ? undefined : await findProblem(restoreSite)
    if (problem !== undefined) outcome.failure += `\n   The run ends, because the site cannot be started again: ${problem}`
    outcomes.push(outcome)
    onOutcome?.(outcome)
    if (problem !== undefined) break
  }
  return outcomes
}

async function findProblem(work: () => Promise<void>): Promise<string | undefined> {
  return work().then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  )
}
