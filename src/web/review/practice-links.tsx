/** Ways to practice a certification that depend on earlier answers. */
import { Link } from 'react-router'
import { ReviewToday } from '#web/review/review-today.tsx'
import { useTexts } from '#web/text/texts.ts'
import { review } from '#web/text/en/review.ts'
import { PracticeOption } from '#web/ui/practice-option.tsx'
import { useAuth } from '#web/accounts/index.ts'

type Props = { certificationId: string }

export function MistakesLink({ certificationId }: Props) {
  const { catalogue } = useTexts()
  const link = { to: `/exam/${certificationId}/build?only=wrong`, label: catalogue.reviewMistakes }
  return <PracticeOption title={catalogue.mistakes} text={catalogue.mistakesText} link={link} />
}

export function CustomSetLink({ certificationId }: Props) {
  const { catalogue, exam } = useTexts()
  const link = { to: `/exam/${certificationId}/build`, label: exam.buildSet }
  return <PracticeOption title={catalogue.customSet} text={catalogue.customSetText} link={link} />
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
