/** Sign-up and sign-in links for a guest who opens the daily review. Both pages lead back to `to`. */
import { Link } from 'react-router'
import { review } from '#text/review.ts'

export function AccountLinks({ to }: { to: string }) {
  const query = `?to=${encodeURIComponent(to)}`
  return (
    <p className="row">
      <Link className="button" data-kind="primary" to={`/signup${query}`}>
        {review.createAccount}
      </Link>
      <Link className="button" to={`/login${query}`}>
        {review.signIn}
      </Link>
    </p>
  )
}
