/** Shown instead of a sensitive form until the administrator authenticates again. */
import { Link } from 'react-router'
import { admin } from '#web/text/en/admin/admin.ts'

/** `to` is the path to return to. */
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
