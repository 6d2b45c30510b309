/** A finished practice attempt: the end of a daily review, or the results of any other set. */
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Attempt } from '#exam/attempt.ts'
import type { AttemptCertification } from '#exam/certification.ts'
import type { QuestionLookup } from '#exam/question-status.ts'
import { AccountResult } from '#web/practice/results/account-result.tsx'
import { Comparison } from '#web/practice/results/comparison.tsx'
import { areResultsLoaded, listFinishedQuestions } from '#web/practice/results/finished-questions.ts'
import { ResultsPlaceholder } from '#web/practice/attempt/results-placeholder.tsx'
import ResultsScreen from '#web/practice/results/results-screen.tsx'
import { ReviewEnd } from '#web/practice/results/review-end.tsx'
import { ShareLink } from '#web/practice/results/share-link.tsx'
import { useLoadedResults } from '#web/practice/results/use-loaded-results.ts'
import type { LoadedQuestions, QuestionLoader } from '#web/bank/index.ts'
import type { ControlledAttempt, DeviceOwner } from '#web/sync/index.ts'
import { starting } from '#text/start-attempt.ts'

export type FinishedPracticeProps = {
  certification: AttemptCertification
  bankSize: number
  /** How many questions the bank or the skill area of the set has. */
  poolSize: number
  /** The attempt on this device, with the letters of the bank. */
  stored: ControlledAttempt
  owner: DeviceOwner
  loader: QuestionLoader
  loaded: LoadedQuestions
  isIndexLoaded: boolean
  /** The attempt and its questions with the letters on screen. */
  attempt: Attempt
  questions: QuestionLookup
  takesFocus: boolean
  /** Notices about saving the attempt. */
  notice: React.ReactNode
  /** `ids` are the questions of this attempt that still exist. */
  onRestart: (ids: readonly string[]) => void
}

export default function FinishedPractice({ stored, owner, loader, loaded, isIndexLoaded, questions, ...rest }: FinishedPracticeProps) {
  const { certification, bankSize, poolSize, attempt, takesFocus } = rest
  useLoadedResults(stored.attempt, loaded, loader)
  const { shown, graded, caseStudies } = useMemo(
    () => listFinishedQuestions(stored.attempt, loaded, questions),
    [stored.attempt, loaded, questions],
  )
  if (!areResultsLoaded(stored.attempt, loaded, isIndexLoaded)) {
    return <ResultsPlaceholder notice={null} onTryAgain={loaded.hasFailed ? loader.retry : undefined} />
  }
  const isMember = owner !== null
  const attemptId = isMember && stored.isSent ? stored.id : undefined
  const notice = (
    <>
      {rest.notice}
      {isMember && attemptId !== undefined && (
        <AccountResult key={attemptId} memberId={owner} attemptId={attemptId} attempt={stored.attempt} questions={graded} />
      )}
    </>
  )
  const shared = { certification, caseStudies, attempt, deviceId: stored.id, attemptId, owner, takesFocus, notice }
  if (attempt.set === 'review') return <ReviewEnd {...shared} questions={shown} bankSize={bankSize} />
  return (
    <ResultsScreen
      {...shared}
      questions={shown}
      poolSize={poolSize}
      comparison={<Comparison attempt={stored.attempt} readIndex={loader.readIndex} isMember={isMember} />}
      actions={
        <>
          <Link className="button" to={`/exam/${certification.id}/simulation`}>
            {starting.startSimulation}
          </Link>
          {attemptId !== undefined && <ShareLink attemptId={attemptId} />}
        </>
      }
      onRestart={() => rest.onRestart(graded.map(({ id }) => id))}
    />
  )
}
