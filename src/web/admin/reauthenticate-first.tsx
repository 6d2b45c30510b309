/** Stands in for the forms of somebody who signed in a while ago, so that nothing is filled in for nothing. */
import { Link } from 'react-router'
import { admin } from '#web/text/en/admin/admin.ts'

/** `to` is the address to come back to, relative to the origin. */
export function ReauthenticateFirst({ to }: { to: string }) {
  return (
    <>
      <p className="soft">{admin.confirmFirst}</p>
      <p>
        <Link className="button" to={`/login/confirm?to=${encodeURIComponent(to)}`}>
          {admin.confirm}
        </Link>
      </p>
    </>
  )
}
