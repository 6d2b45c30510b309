/** Ways to practice a certification that depend on earlier answers. */
import { Link } from 'react-router'
import { mistakesPath } from '#exam/question-set.ts'
import { AccountLinks } from '#web/review/account-links.tsx'
import { ReviewToday } from '#web/review/review-today.tsx'
import { practicePanel } from '#text/practice-panel.ts'
import { starting } from '#text/start-attempt.ts'
import { review } from '#text/review.ts'
import { results } from '#text/results.ts'
import { useAuth } from '#web/accounts/index.ts'

type Props = { certificationId: string }

/** `mistakeIds` is `undefined` until the mistakes are known. */
export function MistakesMode({ certificationId, mistakeIds }: Props & { mistakeIds: readonly string[] | undefined }) {
  if (mistakeIds?.length === 0) {
    return (
      <>
        <p className="soft">{review.nothingWrong}</p>
        <p>
          <Link className="button" data-kind="primary" data-size="large" to={`/exam/${certificationId}/simulation`}>
            {starting.startSimulation}
          </Link>
        </p>
      </>
    )
  }
  return (
    <>
      <p className="soft">{practicePanel.mistakesText}</p>
      <p>
        <Link className="button" data-kind="primary" data-size="large" to={mistakesPath(certificationId)}>
          {mistakeIds ? results.fixMistakes(mistakeIds.length) : practicePanel.reviewMistakes}
        </Link>
      </p>
      <p>
        <Link className="link-alone" to={`/exam/${certificationId}/build?only=wrong`}>
          {practicePanel.chooseMistakes}
        </Link>
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
          <AccountLinks to={`/certifications/${certificationId}`} />
        </>
      )}
    </>
  )
}
