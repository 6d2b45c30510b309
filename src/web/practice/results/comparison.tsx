/** One sentence that compares a finished practice attempt with earlier ones. */
import { useEffect, useState } from 'react'
import type { Attempt } from '#exam/attempt.ts'
import type { Question } from '#exam/question.ts'
import { compareWithEarlier, type ResultComparison } from '#exam/result-comparison.ts'
import { readAllAttempts } from '#web/sync/index.ts'
import { results } from '#web/text/en/results.ts'

/** `attempt` and `bank` have the letters of the bank. A member may have practiced on other devices. */
export type ComparisonProps = { attempt: Attempt; bank: readonly Question[]; isMember: boolean }

export default function Comparison({ attempt, bank, isMember }: ComparisonProps) {
  const [compared, setCompared] = useState<ResultComparison>()
  useEffect(() => {
    let isShown = true
    readAllAttempts().then(
      (journals) => isShown && setCompared(compareWithEarlier(attempt, journals, bank)),
      () => isShown && setCompared(compareWithEarlier(attempt, [], bank)),
    )
    return () => {
      isShown = false
    }
  }, [attempt, bank])
  return <p className="lede comparison">{compared && results.comparison(compared, isMember)}</p>
}
