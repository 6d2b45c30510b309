/** `/profile/account`: sign-in methods, sessions, stored data, and deleting the account. */
import { Link } from 'react-router'
import { ConfirmNotice } from '#web/accounts/profile/confirm-notice.tsx'
import { handleProfileAction } from '#web/accounts/profile/profile-actions.ts'
import { ImportRecord } from '#web/accounts/profile/import-record.tsx'
import { Sessions } from '#web/accounts/profile/sessions.tsx'
import { SignInMethods } from '#web/accounts/profile/sign-in-methods.tsx'
import { getViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { ProfileTabPage } from '#web/layout/profile/profile-tabs.tsx'
import { problemText, sentenceOf } from '#text/accounts.ts'
import { challenges } from '#text/challenges.ts'
import { profile } from '#text/profile.ts'
import { sharing } from '#text/sharing.ts'
import { ListRow } from '#web/ui/figures/list-row.tsx'
import type { Route } from './+types/account.ts'
import { readOwnAccount } from '#server/accounts/index.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { id, email, isConfirmed, hasSecondFactor, sessionId } = await getViewer(context, request)
  const { db, accounts } = context.get(servicesContext)
  return {
    viewer: { id, email, isConfirmed, hasSecondFactor, sessionId },
    own: await readOwnAccount(db, id, new Date()),
    providers: accounts.policy.providers.map(({ id, name }) => ({ id, name })),
    canSendMail: accounts.policy.canSendMail,
    done: url.searchParams.get('done'),
    problem: url.searchParams.get('error'),
  }
}

export function action({ request, context }: Route.ActionArgs) {
  return handleProfileAction(request, context)
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { viewer, own, providers, canSendMail } = loaderData
  const problem = actionData?.problem ?? loaderData.problem
  const device = own.sessions.find(({ id }) => id === viewer.sessionId)?.device ?? ''
  return (
    <ProfileTabPage
      email={viewer.email}
      tab="account"
      problem={problem ? problemText(problem, 'PROVIDER_FAILED') : undefined}
      done={problem ? undefined : sentenceOf(profile.done, loaderData.done)}
      notices={!viewer.isConfirmed && <ConfirmNotice canSendMail={canSendMail} />}
    >
      <SignInMethods viewer={viewer} own={own} providers={providers} device={device} />
      <Sessions sessions={own.sessions} ownId={viewer.sessionId} memberId={viewer.id} />
      <section className="apart" aria-labelledby="data">
        <h2 id="data">{profile.data}</h2>
        <ul className="entries" role="list">
          <ListRow name={profile.download} facts={[profile.downloadWhat]}>
            <a className="button" href="/profile/my-data.json" download>
              {profile.downloadNow}
              <span className="visually-hidden"> {profile.myData}</span>
            </a>
          </ListRow>
          <ListRow name={profile.statements} facts={[profile.statementsWhat]}>
            <a className="button" href="/profile/my-data.json?form=xapi" download>
              {profile.downloadNow}
              <span className="visually-hidden"> {profile.statements}</span>
            </a>
          </ListRow>
          <ImportRecord memberId={viewer.id} />
          <ListRow name={sharing.listTitle} facts={[profile.sharedWhat]}>
            <Link className="button" to="/profile/shared">
              {profile.manage}
              <span className="visually-hidden"> {sharing.listTitle}</span>
            </Link>
          </ListRow>
          <ListRow name={challenges.own.title} facts={[challenges.own.profile]}>
            <Link className="button" to="/profile/reports">
              {challenges.own.open}
              <span className="visually-hidden"> {challenges.own.title}</span>
            </Link>
          </ListRow>
        </ul>
      </section>
      <section className="apart flow" aria-labelledby="delete">
        <h2 id="delete">{profile.deleteAccount}</h2>
        <p className="soft">{profile.deleteWhat}</p>
        <p>
          <Link className="button" data-kind="danger" to="/profile/delete">
            {profile.deleteAccount}
          </Link>
        </p>
      </section>
    </ProfileTabPage>
  )
}
