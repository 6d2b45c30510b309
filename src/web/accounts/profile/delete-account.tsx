/** `/profile/delete`: removes the account at once and for good, when the person has typed her address. */
import { Form, data, redirect } from 'react-router'
import { readFields } from '#web/accounts/account-form.ts'
import { cookieHeaders } from '#web/accounts/cookie-headers.ts'
import { getRecentlyAuthenticatedViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { ProfilePage } from '#web/layout/profile-page.tsx'
import { problemText } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/delete-account.ts'
import { callAuth, isLastAdministrator, deleteOwnAccount } from '#server/accounts/index.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { id, email } = await getRecentlyAuthenticatedViewer(context, request)
  return { email, isLastAdministrator: await isLastAdministrator(context.get(servicesContext).db, id) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { id, email } = await getRecentlyAuthenticatedViewer(context, request)
  const { values, problem } = await readFields(request, ['email'])
  const wrong = problem ?? (values.email.toLowerCase() === email ? undefined : 'CONFIRMATION_WORD')
  if (wrong) return data({ email: values.email, problem: wrong }, { status: 400 })
  const { db, accounts } = context.get(servicesContext)
  const answer = await callAuth(accounts, request, '/sign-out', {})
  await deleteOwnAccount(db, id)
  // Only now, so that the message is never untrue.
  await accounts.mail.deleted(email)
  return redirect('/login?notice=deleted', { headers: cookieHeaders(answer) })
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isLastAdministrator } = loaderData
  const { problem } = actionData ?? {}
  const isMistyped = problem === 'CONFIRMATION_WORD'
  return (
    <ProfilePage title={profile.deleteTitle} problem={isMistyped ? undefined : problem}>
      {isLastAdministrator && <Notice verdict="wrong">{profile.deleteLastAdministrator}</Notice>}
      <Listed title={profile.deleteGoes} entries={profile.deleteGoesList} />
      <Listed title={profile.deleteStays} entries={profile.deleteStaysList} />
      <p className="break">{profile.deleteType(email)}</p>
      <Form className="flow" method="post" noValidate>
        <Field
          name="email"
          label={profile.deleteField}
          type="email"
          autoComplete="off"
          value={actionData?.email}
          problem={isMistyped ? problemText(problem) : undefined}
        />
        <SubmitButton label={profile.deleteNow} busy={profile.deleting} kind="danger" size="large" />
      </Form>
    </ProfilePage>
  )
}

function Listed({ title, entries }: { title: string; entries: readonly string[] }) {
  return (
    <>
      <p>{title}</p>
      <ul className="soft">
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </>
  )
}
