/** Draws a question set, starts an attempt with it, and opens the attempt. If there is an attempt to resume, asks first. */
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Attempt, QuestionSet } from '#exam/attempt.ts'
import { attemptPath } from '#exam/question-set.ts'
import { useAuth } from '#web/accounts/index.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { findAttemptToResume, startAttempt, storageProblemOf, type StorageProblem } from '#web/sync/index.ts'
import { starting as words } from '#text/start-attempt.ts'
import { exam } from '#text/practice.ts'
import { Message } from '#web/ui/message.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'

type Props = {
  certificationId: string
  set: QuestionSet
  /** False while the questions to draw from are loading. */
  isReady: boolean
  /** Returns the ids of the questions of the new attempt. */
  draw: () => readonly string[]
}

export function StartAttempt({ certificationId: id, set, isReady, draw }: Props) {
  const navigate = useNavigate()
  const { state } = useAuth()
  const owner = state.status === 'signed-in' ? state.member.id : null
  const [unfinished, setUnfinished] = useState<Attempt>()
  const [problem, setProblem] = useState<StorageProblem>()
  const fail = (error: unknown) => setProblem(storageProblemOf(error))
  const begin = async () => {
    await startAttempt(id, set, draw(), owner)
    // A reload must continue this attempt, not start another one.
    await navigate(attemptPath(id, set), { replace: true })
  }
  const findOrBegin = useEffectEvent(async () => {
    const found = await findAttemptToResume(id, set, owner)
    if (!found) await begin()
    return found
  })
  useEffect(() => {
    if (isReady) findOrBegin().then(setUnfinished, (error: unknown) => setProblem(storageProblemOf(error)))
  }, [isReady])
  if (problem) {
    const toCertification = { to: `/certifications/${id}`, label: exam.back(id.toUpperCase()) }
    return (
      <SitePage>
        <Message title={words.failedTitle} isAlert actions={<TryAgain also={toCertification} />}>
          {words.notStarted[problem]}
        </Message>
      </SitePage>
    )
  }
  if (unfinished && isReady) {
    const { current, questionIds, answers } = unfinished
    return (
      <SitePage>
        <Message
          title={words.stoppedTitle(current + 1, questionIds.length)}
          actions={
            <>
              <Link className="button" data-kind="primary" to={attemptPath(id, set)} replace>
                {words.resume}
              </Link>
              <button className="button" type="button" onClick={() => void begin().catch(fail)}>
                {words.startNew}
              </button>
            </>
          }
        >
          {words.stopped(Object.keys(answers).length)}
        </Message>
      </SitePage>
    )
  }
  return (
    <SitePage>
      <p className="row" role="status">
        <span className="spinner" /> {words.choosing}
      </p>
    </SitePage>
  )
}
