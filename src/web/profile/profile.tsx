/** `/profile`: a member's account, progress, sign-in methods and sessions. Source: spec §2. */
import { Form, Link } from 'react-router'
import { servicesContext } from '#web/context.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { account, problemText, sentenceOf } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'
import { sharing } from '#web/text/en/sharing.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/profile.ts'
import { readOwnAccount } from '#server/accounts/index.ts'
import { listExamDates } from '#server/exam-dates/index.ts'
import { readProgressOverview } from '#server/progress/index.ts'
import { countReviews } from '#server/review/index.ts'
import { getViewer, handleProfileAction } from '#web/accounts/index.server.ts'
import { Sessions, SignInMethods } from '#web/accounts/index.ts'
import { ExamDatesSection } from '#web/exam-dates/index.ts'
import { Adoption } from '#web/practice/index.ts'
import { ProgressOverview } from '#web/progress/index.ts'
import { DailyReview } from '#web/review/index.ts'
import { SettingsSection } from '#web/settings/index.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { id, email, isConfirmed, hasSecondFactor, sessionId } = await getViewer(context, request)
  const { db, accounts } = context.get(servicesContext)
  return {
    viewer: { id, email, isConfirmed, hasSecondFactor, sessionId },
    own: await readOwnAccount(db, id, new Date()),
    reviews: await countReviews(db, id, new Date()),
    progress: await readProgressOverview(db, id, new Date()),
    examDates: await listExamDates(db, id, new Date()),
    providers: accounts.policy.providers.map(({ id, name }) => ({ id, name })),
    canSendMail: accounts.policy.canSendMail,
    done: url.searchParams.get('done'),
    problem: url.searchParams.get('error'),
  }
}

export function action({ request, context }: Route.ActionArgs) {
  return handleProfileAction(request, context)
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { viewer, own, reviews, providers, canSendMail } = loaderData
  const problem = actionData?.problem ?? loaderData.problem
  const device = own.sessions.find(({ id }) => id === viewer.sessionId)?.device ?? ''
  const done = problem ? undefined : sentenceOf(profile.done, loaderData.done)
  return (
    <SitePage>
      <NoindexTitle>{`${profile.title}, Praxam`}</NoindexTitle>
      <div className="member row">
        <span className="tab" data-state="on" aria-hidden="true">
          {viewer.email.slice(0, 1).toUpperCase()}
        </span>
        <div>
          <h1>{viewer.email}</h1>
          <p className="soft">{profile.role}</p>
        </div>
      </div>
      <div className="notices flow">
        {problem && <Notice verdict="wrong">{problemText(problem, 'PROVIDER_FAILED')}</Notice>}
        {done && <Notice verdict="right">{done}</Notice>}
        {!viewer.isConfirmed && <ConfirmNotice canSendMail={canSendMail} />}
        <Adoption memberId={viewer.id} />
      </div>
      <div className="beside apart">
        <div>
          <ProgressOverview overview={loaderData.progress} />
          <DailyReview reviews={reviews} />
          <SignInMethods viewer={viewer} own={own} providers={providers} device={device} />
          <Sessions sessions={own.sessions} ownId={viewer.sessionId} memberId={viewer.id} />
        </div>
        <div>
          <SettingsSection settings={own.settings} />
          <ExamDatesSection dates={loaderData.examDates} />
          <section className="apart" aria-labelledby="data">
            <h2 id="data">{profile.data}</h2>
            <div className="row">
              <a className="button" href="/profile/my-data.json" download>
                {profile.download}
              </a>
              <Link className="button" data-kind="quiet" to="/profile/shared">
                {sharing.listTitle}
              </Link>
              <Link className="button" data-kind="quiet" to="/profile/delete">
                {profile.deleteAccount}
              </Link>
            </div>
          </section>
        </div>
      </div>
    </SitePage>
  )
}

function ConfirmNotice({ canSendMail }: { canSendMail: boolean }) {
  return (
    <Form method="post" className="notice">
      <p>
        {profile.notConfirmed} {!canSendMail && account.outbox}
      </p>
      <SubmitButton label={profile.confirmAddress} busy={profile.sending} name="resend" value="yes" />
    </Form>
  )
}
