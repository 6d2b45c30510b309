/** `/profile/shared`: a member's shared results, with a button that stops sharing each. */
import { Link, redirect } from 'react-router'
import { servicesContext } from '#web/context.ts'
import { ListRow } from '#web/ui/figures/list-row.tsx'
import { ProfilePage } from '#web/layout/profile/profile-page.tsx'
import { kindOfSet } from '#web/sharing/shown-result.ts'
import { StopSharingButton } from '#web/sharing/stop-sharing-button.tsx'
import { sentenceOf } from '#text/accounts.ts'
import { progress } from '#text/progress.ts'
import { sharing } from '#text/sharing.ts'
import type { Route } from './+types/shared-results.ts'
import { listSharedResults, stopSharing } from '#server/sharing/index.ts'
import { findViewer, getViewer } from '#web/accounts/index.server.ts'
import { readFields } from '#web/accounts/index.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { id } = await getViewer(context, request)
  const results = await listSharedResults(context.get(servicesContext).db, id)
  return { results, done: url.searchParams.get('done') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['token'])
  const viewer = await findViewer(context)
  if (!viewer) return redirect('/login?notice=session-over')
  if (!problem) await stopSharing(context.get(servicesContext).db, viewer.id, values.token)
  return redirect('/profile/shared?done=stopped')
}

export default function SharedResults({ loaderData: { results, done } }: Route.ComponentProps) {
  return (
    <ProfilePage title={sharing.listTitle} done={sentenceOf(sharing.done, done)}>
      {results.length === 0 ? (
        <>
          <p>{sharing.none}</p>
          <p>
            <Link className="link-alone" to="/profile/history">
              {progress.history}
            </Link>
          </p>
        </>
      ) : (
        <>
          <p>{sharing.listLede}</p>
          <ul className="entries shared-list" role="list">
            {results.map(({ token, attemptId, name, sharedOn, certificationId, set, ...share }) => {
              const result = sharing.result(certificationId.toUpperCase(), share)
              const facts = [sharing.kinds[kindOfSet(set)], sharing.shownAs(name || sharing.someoneAlone), sharing.sharedOn(sharedOn)]
              return (
                <ListRow key={token} name={result} facts={facts}>
                  <Link to={`/results/${token}`}>
                    {sharing.open}
                    <span className="visually-hidden"> {result}</span>
                  </Link>
                  <Link to={`/profile/shared/${attemptId}`}>
                    {sharing.change}
                    <span className="visually-hidden"> {result}</span>
                  </Link>
                  <StopSharingButton token={token} subject={result} />
                </ListRow>
              )
            })}
          </ul>
        </>
      )}
    </ProfilePage>
  )
}
