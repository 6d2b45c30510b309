/** `/profile/delete`: deletes the account immediately and permanently, after the member has typed their address. */
import { Form, redirect } from 'react-router'
import { readFields, splitProblem } from '#web/accounts/account-form.ts'
import { cookieHeaders, formResponse } from '#web/accounts/form-response.ts'
import { getRecentlyAuthenticatedViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { ProfilePage } from '#web/layout/profile-page.tsx'
import { optionalProblemText, problemText } from '#web/text/en/accounts.ts'
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

type DeleteAccountState = { email: string; problem: string | undefined }

export async function action({ request, context }: Route.ActionArgs) {
  const { id, email } = await getRecentlyAuthenticatedViewer(context, request)
  const { values, problem } = await readFields(request, ['email'])
  const invalid = problem ?? (values.email.toLowerCase() === email ? undefined : 'CONFIRMATION_WORD')
  const respond = formResponse<DeleteAccountState>({ email: values.email, problem: undefined })
  if (invalid) return respond({ problem: invalid }, 400)
  const { db, accounts } = context.get(servicesContext)
  const result = await callAuth(accounts, request, '/sign-out', {})
  await deleteOwnAccount(db, id)
  // The mail says that the account was deleted, so it is sent last.
  await accounts.mail.deleted(email)
  return redirect('/login?notice=deleted', { headers: cookieHeaders(result) })
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isLastAdministrator } = loaderData
  const { problem } = actionData ?? {}
  const { fieldProblem, formProblem } = splitProblem(problem, ['CONFIRMATION_WORD'])
  return (
    <ProfilePage title={profile.deleteTitle} problem={optionalProblemText(formProblem)}>
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
          problem={fieldProblem && problemText(fieldProblem)}
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
