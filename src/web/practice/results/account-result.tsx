/** Says so when the account counts a finished run otherwise than its screen: by the questions as they were when it began. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Question } from '#exam/question.ts'
import { gradeAttempt } from '#exam/results.ts'
import type { Attempt } from '#exam/attempt.ts'
import { saving } from '#web/text/en/saving.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { ownerHeaders } from '#web/sync/index.ts'

type Props = { memberId: string; attemptId: string; run: Attempt; questions: readonly Question[] }

/** `null` while the server does not count the run as finished. */
type Counted = { correct: number | null; total: number | null }

export function AccountResult({ memberId, attemptId, run, questions }: Props) {
  const isOnline = useOnline()
  const [counted, setCounted] = useState<Counted>()
  useEffect(() => {
    if (!isOnline) return
    let isShown = true
    askCounted(memberId, attemptId).then(
      (answer) => isShown && setCounted(answer),
      // Then the screen says what it knows by itself.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [isOnline, memberId, attemptId])
  const { correct = 0, total = 0 } = gradeAttempt(run, questions, []) ?? {}
  if (!counted?.total || counted.correct === null || (counted.correct === correct && counted.total === total)) return null
  return (
    <aside className="notice" role="status">
      <p>{saving.gradedAsSeen(counted.correct, counted.total)}</p>
      <Link className="button" to={`/profile/history/${attemptId}`}>
        {saving.seeInHistory}
      </Link>
    </aside>
  )
}

async function askCounted(memberId: string, attemptId: string): Promise<Counted | undefined> {
  // From beyond its last move: only the figures are wanted.
  const address = `/api/attempts/${attemptId}/moves?from=${Number.MAX_SAFE_INTEGER}`
  const response = await fetch(address, { headers: ownerHeaders(memberId, undefined) })
  return response.ok ? ((await response.json()) as Counted) : undefined
}
