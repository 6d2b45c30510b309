/** `/admin`: what there is to administer. */
import { Link } from 'react-router'
import { getAdministrator } from '#web/account/viewer.ts'
import { admin } from '#web/text/en/admin.ts'
import type { Route } from './+types/overview.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  return null
}

export function meta() {
  return [{ title: `${admin.title}, Praxam` }]
}

export default function Overview() {
  return (
    <>
      <div className="title">
        <h1>{admin.title}</h1>
      </div>
      <section className="flow">
        <h2>
          <Link to="/admin/people">{admin.people}</Link>
        </h2>
        <p className="soft">{admin.peopleLede}</p>
      </section>
      <p className="small apart">{admin.bankLater}</p>
    </>
  )
}
