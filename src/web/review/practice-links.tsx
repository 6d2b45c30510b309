/** Ways to practise on the page of a certification that go by what one has practised before. */
import { Link } from 'react-router'
import { ReviewToday } from '#web/review/review-today.tsx'
import { useTexts } from '#web/text/texts.ts'
import { review } from '#web/text/en/review.ts'
import { useAuth } from '#web/accounts/index.ts'

export function MistakesLink({ certificationId }: { certificationId: string }) {
  const { catalogue } = useTexts()
  return (
    <li className="way">
      <h3>{catalogue.mistakes}</h3>
      <p>{catalogue.mistakesText}</p>
      <Link className="button" to={`/exam/${certificationId}/build?only=wrong`}>
        {catalogue.reviewMistakes}
      </Link>
    </li>
  )
}

export function CustomSetLink({ certificationId }: { certificationId: string }) {
  const { catalogue, exam } = useTexts()
  return (
    <li className="way">
      <h3>{catalogue.customSet}</h3>
      <p>{catalogue.customSetText}</p>
      <Link className="button" to={`/exam/${certificationId}/build`}>
        {exam.buildSet}
      </Link>
    </li>
  )
}

/** Nobody knows of the page on the server who is looking, so what is due comes with the script. */
export function ReviewLink({ certificationId }: { certificationId: string }) {
  const { state } = useAuth()
  return (
    <li className="way">
      <h3>{review.title}</h3>
      <p>{review.what}</p>
      {state.status === 'signed-in' && <ReviewToday key={certificationId} certificationId={certificationId} />}
      {state.status === 'signed-out' && (
        <>
          <p>{review.forMembers}</p>
          <Link className="button" to={`/login?to=${encodeURIComponent(`/certifications/${certificationId}`)}`}>
            {review.signIn}
          </Link>
        </>
      )}
    </li>
  )
}
