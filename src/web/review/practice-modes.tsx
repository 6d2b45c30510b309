/** Ways to practice a certification that depend on earlier answers. */
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { shuffle } from '#exam/random.ts'
import { ReviewToday } from '#web/review/review-today.tsx'
import { practicePanel } from '#web/text/en/practice-panel.ts'
import { review } from '#web/text/en/review.ts'
import { results } from '#web/text/en/results.ts'
import { useTexts } from '#web/text/texts.ts'
import { startAttempt } from '#web/sync/index.ts'
import { useAuth } from '#web/accounts/index.ts'

type Props = { certificationId: string }

/** `mistakeIds` is `undefined` until they are known. */
export function MistakesMode({ certificationId, mistakeIds }: Props & { mistakeIds: readonly string[] | undefined }) {
  const { catalogue } = useTexts()
  if (mistakeIds?.length === 0) {
    return (
      <>
        <p className="soft">{review.nothingWrong}</p>
        <p>
          <Link className="button" data-kind="primary" data-size="large" to={`/exam/${certificationId}/simulation`}>
            {catalogue.startSimulation}
          </Link>
        </p>
      </>
    )
  }
  return (
    <>
      <p className="soft">{practicePanel.mistakesText}</p>
      {mistakeIds && <FixMistakes certificationId={certificationId} mistakeIds={mistakeIds} />}
      <p>
        <Link
          className={mistakeIds ? 'link-alone' : 'button'}
          data-kind={mistakeIds ? undefined : 'primary'}
          data-size={mistakeIds ? undefined : 'large'}
          to={`/exam/${certificationId}/build?only=wrong`}
        >
          {mistakeIds ? practicePanel.chooseMistakes : practicePanel.reviewMistakes}
        </Link>
      </p>
    </>
  )
}

function FixMistakes({ certificationId, mistakeIds }: Props & { mistakeIds: readonly string[] }) {
  const { exam } = useTexts()
  const navigate = useNavigate()
  const [hasFailed, setFailed] = useState(false)
  const begin = async () => {
    await startAttempt(certificationId, 'mistakes', shuffle(mistakeIds, Math.random))
    await navigate(`/exam/${certificationId}?set=mistakes`)
  }
  return (
    <>
      {hasFailed && (
        <p className="problem" role="alert">
          {exam.notStarted}
        </p>
      )}
      <p>
        <button
          className="button"
          data-kind="primary"
          data-size="large"
          type="button"
          onClick={() => void begin().catch(() => setFailed(true))}
        >
          {results.fixMistakes(mistakeIds.length)}
        </button>
      </p>
    </>
  )
}

/** The page is the same for every visitor, so due questions are loaded in the browser. */
export function ReviewMode({ certificationId }: Props) {
  const { state } = useAuth()
  return (
    <>
      <p className="soft">{review.what}</p>
      {state.status === 'signed-in' && <ReviewToday key={certificationId} certificationId={certificationId} kind="primary" />}
      {state.status === 'signed-out' && (
        <>
          <p>{review.forMembers}</p>
          <p>
            <Link className="button" to={`/login?to=${encodeURIComponent(`/certifications/${certificationId}`)}`}>
              {review.signIn}
            </Link>
          </p>
        </>
      )}
    </>
  )
}
