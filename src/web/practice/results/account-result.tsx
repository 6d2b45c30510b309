/** A notice when the account grades a finished attempt differently: by the question versions pinned when the attempt started. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Question } from '#exam/question.ts'
import { gradeAttempt } from '#exam/results/results.ts'
import type { Attempt } from '#exam/attempt.ts'
import type { AttemptMovesResponse } from '#exam/contract.ts'
import { saving } from '#text/saving.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { fetchJson } from '#web/sync/index.ts'

/** `questions` are the versions on screen, which may be newer than the versions that the account grades. */
type Props = { memberId: string; attemptId: string; attempt: Attempt; questions: readonly Question[] }

type AccountScore = Pick<AttemptMovesResponse, 'correct' | 'total'>

export function AccountResult({ memberId, attemptId, attempt, questions }: Props) {
  const isOnline = useOnline()
  const [score, setScore] = useState<AccountScore>()
  useEffect(() => {
    if (!isOnline) return
    let isShown = true
    // No move has this number, so the response has only the score.
    const address = `/api/attempts/${attemptId}/moves?from=${Number.MAX_SAFE_INTEGER}`
    fetchJson<AccountScore>(address, memberId).then(
      (answer) => isShown && setScore(answer),
      // The result on screen is enough.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [isOnline, memberId, attemptId])
  const { correct = 0, total = 0 } = gradeAttempt(attempt, questions, []) ?? {}
  if (!score?.total || score.correct === null || (score.correct === correct && score.total === total)) return null
  return (
    <aside className="notice" role="status">
      <p>{saving.gradedAsSeen(score.correct, score.total)}</p>
      <Link className="button" to={`/profile/history/${attemptId}`}>
        {saving.seeInHistory}
      </Link>
    </aside>
  )
}
