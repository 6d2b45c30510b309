/** Ways to practice a certification that depend on earlier answers. */
import { Link } from 'react-router'
import { ReviewToday } from '#web/review/review-today.tsx'
import { certificationPage } from '#web/text/en/certification-page.ts'
import { useTexts } from '#web/text/texts.ts'
import { review } from '#web/text/en/review.ts'
import { PracticeOption } from '#web/ui/practice-option.tsx'
import { useAuth } from '#web/accounts/index.ts'

type Props = { certificationId: string }

export function MistakesLink({ certificationId }: Props) {
  const link = { to: `/exam/${certificationId}/build?only=wrong`, label: certificationPage.reviewMistakes }
  return <PracticeOption title={certificationPage.mistakes} text={certificationPage.mistakesText} link={link} />
}

export function CustomSetLink({ certificationId }: Props) {
  const { exam } = useTexts()
  const link = { to: `/exam/${certificationId}/build`, label: exam.buildSet }
  return <PracticeOption title={certificationPage.customSet} text={certificationPage.customSetText} link={link} />
}

/** The page is the same for every visitor, so due questions are loaded in the browser. */
export function ReviewLink({ certificationId }: Props) {
  const { state } = useAuth()
  return (
    <PracticeOption title={review.title} text={review.what}>
      {state.status === 'signed-in' && <ReviewToday key={certificationId} certificationId={certificationId} />}
      {state.status === 'signed-out' && (
        <>
          <p>{review.forMembers}</p>
          <Link className="button" to={`/login?to=${encodeURIComponent(`/certifications/${certificationId}`)}`}>
            {review.signIn}
          </Link>
        </>
      )}
    </PracticeOption>
  )
}
