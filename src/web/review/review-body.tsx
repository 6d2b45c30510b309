/** The daily review: due questions for a member, an explanation for a guest, and links to other practice. */
import { Link } from 'react-router'
import { mistakesPath } from '#exam/question-set.ts'
import { AccountLinks } from '#web/review/account-links.tsx'
import { ReviewToday } from '#web/review/review-today.tsx'
import { PracticedFlashcards } from '#web/review/practiced-flashcards.tsx'
import { review } from '#text/review.ts'
import { useAuth } from '#web/accounts/index.ts'

export function ReviewBody({ certificationId: id }: { certificationId: string }) {
  const { status } = useAuth().state
  return (
    <div className="flow">
      <h1>{review.title}</h1>
      <p className="soft">{review.what}</p>
      <noscript>
        <p className="notice">{review.reviewNeedsScript}</p>
      </noscript>
      <div className="review-due flow">
        {status === 'signed-in' && <ReviewToday key={id} certificationId={id} kind="primary" />}
        {status === 'signed-out' && <ForMembers id={id} />}
      </div>
      <section className="apart" aria-labelledby="meanwhile">
        <h2 id="meanwhile">{review.meanwhile}</h2>
        <p className="row">
          <Link className="button" to={mistakesPath(id)}>
            {review.practiceIncorrect}
          </Link>
          <Link className="button" to={`/exam/${id}/build?only=unseen`}>
            {review.practiceNew}
          </Link>
        </p>
      </section>
      <PracticedFlashcards certificationId={id} />
    </div>
  )
}

function ForMembers({ id }: { id: string }) {
  return (
    <>
      <p className="reading">{review.guestWhat(id.toUpperCase())}</p>
      <AccountLinks to={`/exam/${id}/review`} />
    </>
  )
}
