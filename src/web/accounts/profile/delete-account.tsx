/** `/profile/delete`: deletes the account immediately and permanently, after the member has typed their address. */
import { accountAction, redirectWithCookies } from '#web/accounts/account-action.ts'
import { splitProblem } from '#web/accounts/account-form.ts'
import { getRecentlyAuthenticatedViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { ProfilePage } from '#web/layout/profile/profile-page.tsx'
import { optionalProblemText, problemText } from '#text/accounts.ts'
import { profile } from '#text/profile.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SubmitForm } from '#web/ui/forms/submit-form.tsx'
import type { Route } from './+types/delete-account.ts'
import { isLastAdministrator, deleteOwnAccount } from '#server/accounts/index.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { id, email } = await getRecentlyAuthenticatedViewer(context, request)
  return { email, isLastAdministrator: await isLastAdministrator(context.get(servicesContext).db, id) }
}

export const action = accountAction([], {}, async ({ request, context, db, accounts, values, call, refuse }) => {
  const { id, email } = await getRecentlyAuthenticatedViewer(context, request)
  if (values.email.toLowerCase() !== email) return refuse('CONFIRMATION_WORD')
  const result = await call('/sign-out', {})
  await deleteOwnAccount(db, id)
  // The mail says that the account was deleted, so it is sent last.
  await accounts.mail('deleted', email)
  return redirectWithCookies('/login?notice=deleted', result)
})

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
      <SubmitForm submit={{ label: profile.deleteNow, busy: profile.deleting, kind: 'danger' }}>
        <Field
          name="email"
          label={profile.deleteField}
          type="email"
          autoComplete="off"
          value={actionData?.email}
          problem={fieldProblem && problemText(fieldProblem)}
        />
      </SubmitForm>
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
