/** Leads from a finished attempt that the server keeps to where its member can share it. */
import { Link } from 'react-router'
import { sharing } from '#web/text/en/sharing.ts'

export function ShareLink({ attemptId }: { attemptId: string }) {
  return (
    <Link className="button" data-kind="quiet" to={`/profile/shared/${attemptId}`}>
      {sharing.shareThis}
    </Link>
  )
}
