/** `/admin/people?search=&after=`: all users or the matches of a search, fifty per page, and the form that invites a user. */
import { Form, Link, data, redirect } from 'react-router'
import { ReauthenticateFirst } from '#web/admin/reauthenticate-first.tsx'
import { getFreshAdministrator } from '#web/admin/fresh-administrator.ts'
import { printAddress, readText } from '#web/admin/list-address.ts'
import { PeopleTable } from '#web/admin/accounts/people-table.tsx'
import { servicesContext } from '#web/context.ts'
import { sentenceOf } from '#web/text/en/accounts.ts'
import { admin } from '#web/text/en/admin/admin.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { NextPageLinks } from '#web/ui/figures/pagination.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import type { Route } from './+types/people.ts'
import { invitePerson, listPeople, searchedPartLengthMin } from '#server/accounts/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'
import { EmailField, emailProblem, readFields } from '#web/accounts/index.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getAdministrator(context, request)
  const search = readText(url.searchParams, 'search', addressLengthMax)
  const after = readText(url.searchParams, 'after', addressLengthMax)
  const page = await listPeople(context.get(servicesContext).db, search, after)
  const isStart = search.trim().length < searchedPartLengthMin
  return { ...page, search, isStart, isFirst: after === '', isFresh: viewer.isRecentlyAuthenticated, done: url.searchParams.get('done') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await getFreshAdministrator(context, request)
  const { values, problem } = await readFields(request, ['email', 'administrator'])
  const { email } = values
  const refused = (problem: string, status: number) => data({ email, problem }, { status })
  const found = problem ?? emailProblem(email)
  if (found) return refused(found, 400)
  const { db, accounts } = context.get(servicesContext)
  const isAdministrator = values.administrator !== ''
  const invited = await invitePerson({ db, mail: accounts.mail }, viewer.id, { email, isAdministrator }, new Date())
  if (!invited.ok) return refused(invited.refusal, statuses[invited.refusal] ?? 400)
  return redirect(`/admin/people/${invited.personId}?done=invited`)
}

const statuses: Record<string, number> = { PERSON_EXISTS: 409, NOT_AN_ADMINISTRATOR: 403 }

export function meta() {
  return [{ title: `${admin.people}, Praxam` }]
}

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { people, total, isTotalExact, next, search, isStart, isFirst, isFresh, done } = loaderData
  const sentence = sentenceOf(admin.done, done)
  return (
    <>
      <div className="title">
        <h1>{admin.people}</h1>
        <a className="button" href="#invite">
          {admin.invite}
        </a>
      </div>
      <div className="flow">
        {sentence && !actionData && <Notice verdict="right">{sentence}</Notice>}
        <search>
          {/* A new search starts with the first page. */}
          <Form key={search} className="search">
            <Field name="search" label={admin.search} value={search} autoComplete="off" lengthMax={addressLengthMax} />
            <button className="button" type="submit">
              {admin.find}
            </button>
            {search && (
              <Link className="link-alone" to="/admin/people">
                {admin.showAll}
              </Link>
            )}
          </Form>
        </search>
        <p className="small" role="status">
          {admin.count(total, isTotalExact, search, isStart)}
        </p>
        {people.length > 0 ? <PeopleTable people={people} /> : <p>{admin.noResults}</p>}
        <NextPageLinks
          label={admin.page}
          first={!isFirst && { to: printAddress('/admin/people', { search }), text: admin.first }}
          next={next ? { to: printAddress('/admin/people', { search, after: next }), text: admin.next } : undefined}
        />
      </div>
      <section className="apart flow" id="invite">
        <h2>{admin.invite}</h2>
        {isFresh ? <InviteForm email={actionData?.email} problem={actionData?.problem} /> : <ReauthenticateFirst to="/admin/people" />}
      </section>
    </>
  )
}

function InviteForm({ email, problem }: { email: string | undefined; problem: string | undefined }) {
  return (
    <Form className="flow narrow" method="post" action="/admin/people" noValidate>
      <p className="soft">{admin.inviteLede}</p>
      <EmailField value={email} problem={problem} autoComplete="off" />
      <label className="check">
        <input type="checkbox" name="administrator" /> {admin.asAdministrator}
      </label>
      <SubmitButton label={admin.sendInvitation} busy={admin.sending} kind="primary" />
    </Form>
  )
}

const addressLengthMax = 254
