/** A link from a finished attempt to the page where the member shares its result. */
import { Link } from 'react-router'
import { exam } from '#text/practice.ts'

export function ShareLink({ attemptId }: { attemptId: string }) {
  return (
    <Link className="button" data-kind="quiet" to={`/profile/shared/${attemptId}`}>
      {exam.share}
    </Link>
  )
}
