/** One sentence that compares a finished practice attempt with earlier ones. */
import { useEffect, useState } from 'react'
import type { Attempt } from '#exam/attempt.ts'
import type { IndexedQuestion } from '#exam/question-chunks.ts'
import { compareWithEarlier, type ResultComparison } from '#exam/results/result-comparison.ts'
import { readAllAttempts } from '#web/sync/index.ts'
import { results } from '#text/results.ts'

/**
 * `attempt` has the letters of the bank. `readIndex` reads the index of the bank; if that fails, the comparison is left out. `isMember`
 * matters because a member may have practiced on other devices.
 */
type Props = { attempt: Attempt; readIndex: () => Promise<readonly IndexedQuestion[]>; isMember: boolean }

export function Comparison({ attempt, readIndex, isMember }: Props) {
  const [compared, setCompared] = useState<ResultComparison>()
  useEffect(() => {
    let isShown = true
    const compare = async () => {
      const bank = await readIndex()
      const journals = await readAllAttempts().catch(() => [])
      if (isShown) setCompared(compareWithEarlier(attempt, journals, bank))
    }
    compare().catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [attempt, readIndex])
  return <p className="lede comparison">{compared && results.comparison(compared, isMember)}</p>
}
