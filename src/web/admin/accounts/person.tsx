/** `/admin/people/:personId`: one user, and the changes that an administrator can make. */
import { Form, Link, data, redirect } from 'react-router'
import { ReauthenticateFirst } from '#web/admin/reauthenticate-first.tsx'
import { getFreshAdministrator } from '#web/admin/fresh-administrator.ts'
import { PersonSigns } from '#web/admin/accounts/people-table.tsx'
import { Timestamp, dayOf } from '#web/admin/timestamp.tsx'
import { servicesContext } from '#web/context.ts'
import { problemText, sentenceOf } from '#web/text/en/accounts.ts'
import { admin } from '#web/text/en/admin/admin.ts'
import { FactList, type Fact } from '#web/ui/figures/fact-list.tsx'
import { Message } from '#web/ui/message.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import type { Route } from './+types/person.ts'
import {
  changePerson,
  findPerson,
  listPersonAudit,
  listSignInMethods,
  createAccountLink,
  type AccountLinkKind,
  type AccountLinkRefusal,
  type Person,
  type PersonAuditLine,
} from '#server/accounts/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'
import { readFields } from '#web/accounts/index.ts'

/** Values of `intent` that the buttons send. */
const changes = ['administrator', 'member', 'disabled', 'enabled', 'sessions-ended', 'deleted'] as const
const linkKinds = ['invitation', 'password-reset', 'sign-in'] as const satisfies AccountLinkKind[]
type PersonIntent = (typeof changes)[number]

const statuses: Partial<Record<AccountLinkRefusal, number>> = {
  UNKNOWN_PERSON: 404,
  NOT_AN_ADMINISTRATOR: 403,
  NOT_YOURSELF: 403,
  PERSON_DISABLED: 409,
  PERSON_HAS_JOINED: 409,
}

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const viewer = await getAdministrator(context, request)
  const { db, accounts } = context.get(servicesContext)
  const person = isId(params.personId) ? await findPerson(db, params.personId) : undefined
  if (!person) return data({ person: undefined }, { status: 404 })
  return data({
    person,
    waysIn: await listSignInMethods(db, person.id),
    audit: await listPersonAudit(db, person.id),
    isViewer: person.id === viewer.id,
    isFresh: viewer.isRecentlyAuthenticated,
    canSendMail: accounts.policy.canSendMail,
    /** Whether the page asks to confirm a deletion. */
    isAsked: url.searchParams.has('delete'),
    done: url.searchParams.get('done'),
  })
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const viewer = await getFreshAdministrator(context, request)
  const { values, problem } = await readFields(request, ['intent'])
  const refused = (problem: string, status: number) => data({ problem, link: undefined, kind: undefined }, { status })
  if (problem) return refused(problem, 400)
  if (!isId(params.personId)) return refused('UNKNOWN_PERSON', 404)
  const { db, accounts } = context.get(servicesContext)
  const kind = linkKinds.find((kind) => kind === values.intent)
  if (kind) {
    const made = await createAccountLink(db, viewer.id, params.personId, kind, new Date())
    if (!made.ok) return refused(made.refusal, statuses[made.refusal] ?? 400)
    return data({ problem: undefined, link: accounts.auth.options.baseURL + made.path, kind })
  }
  const change = changes.find((change) => change === values.intent)
  if (!change) return refused('FIELD_UNREADABLE', 400)
  const refusal = await changePerson(db, viewer.id, params.personId, change, new Date())
  if (refusal) return refused(refusal, statuses[refusal] ?? 400)
  return redirect(change === 'deleted' ? '/admin/people?done=deleted' : `/admin/people/${params.personId}?done=${change}`)
}

/** Whether a string could be an id. The database rejects some other strings with an error. */
function isId(text: string): boolean {
  return /^[\w-]+$/.test(text)
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.person?.email ?? admin.people}, Praxam` }]
}

export default function PersonPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.person) {
    return (
      <Message title={admin.people} actions={<Link to="/admin/people">{admin.backToPeople}</Link>}>
        {problemText('UNKNOWN_PERSON')}
      </Message>
    )
  }
  const { person, waysIn, audit, isViewer, isFresh, canSendMail, isAsked, done } = loaderData
  const sentence = sentenceOf(admin.done, done)
  const path = `/admin/people/${person.id}`
  return (
    <>
      <p>
        <Link className="link-alone" to="/admin/people">
          {admin.backToPeople}
        </Link>
      </p>
      <div className="title member">
        <h1>{person.email}</h1>
        <PersonSigns person={person} />
      </div>
      <div className="flow">
        {actionData?.problem && <Notice verdict="wrong">{problemText(actionData.problem)}</Notice>}
        {actionData?.link && <LinkOnce link={actionData.link} kind={actionData.kind} />}
        {sentence && !actionData && <Notice verdict="right">{sentence}</Notice>}
        {done === 'invited' && !canSendMail && !actionData && <p className="small">{admin.outbox}</p>}
        <Facts person={person} waysIn={waysIn} />
      </div>
      {isViewer && (
        <section className="apart flow">
          <p>{admin.isYou}</p>
          <p>
            <Link className="link-alone" to="/profile">
              {admin.toProfile}
            </Link>
          </p>
        </section>
      )}
      {!isViewer && !isFresh && (
        <section className="apart flow">
          <h2>{admin.role}</h2>
          <ReauthenticateFirst to={path} />
        </section>
      )}
      {!isViewer && isFresh && (
        <>
          <Access person={person} path={path} />
          {!person.isDisabled && <Links person={person} hasJoined={waysIn.length > 0} path={path} />}
          <DeleteConfirmation person={person} isAsked={isAsked} path={path} />
        </>
      )}
      <Audit lines={audit} person={person} />
    </>
  )
}

function Facts({ person, waysIn }: { person: Person; waysIn: string[] }) {
  const facts: Fact[] = [
    [admin.columns.since, dayOf(person.createdAt)],
    [admin.columns.lastSeen, dayOf(person.lastSeenAt)],
    [admin.signInMethods, waysIn.map(admin.signInMethod).join(', ') || admin.noSignInMethod],
  ]
  return <FactList facts={facts} label={admin.about} />
}

/** A link that was just created. It is shown only once. */
function LinkOnce({ link, kind }: { link: string; kind: AccountLinkKind }) {
  return (
    <div className="field" role="status">
      <label className="label" htmlFor="link">
        {admin.linkMade}
      </label>
      <input className="input" id="link" value={link} readOnly spellCheck={false} onFocus={({ target }) => target.select()} />
      <p className="hint">{admin.linkLifetimes[kind]}</p>
    </div>
  )
}

function Access({ person, path }: { person: Person; path: string }) {
  const role: PersonIntent = person.isAdministrator ? 'member' : 'administrator'
  const access: PersonIntent = person.isDisabled ? 'enabled' : 'disabled'
  return (
    <section className="apart flow">
      <h2>{admin.role}</h2>
      <Form className="row" method="post" action={path}>
        <SubmitButton label={admin.changes[role]} busy={admin.busy} name="intent" value={role} />
        <SubmitButton
          label={admin.changes[access]}
          busy={admin.busy}
          name="intent"
          value={access}
          {...(access === 'disabled' && { kind: 'danger' })}
        />
        {!person.isDisabled && (
          <SubmitButton label={admin.changes['sessions-ended']} busy={admin.busy} name="intent" value="sessions-ended" />
        )}
      </Form>
      <p className="small">{admin.roleHint}</p>
      <p className="small">{person.isDisabled ? admin.enabledHint : admin.disabledHint}</p>
      {!person.isDisabled && <p className="small">{admin.sessionsHint}</p>}
    </section>
  )
}

function Links({ person, hasJoined, path }: { person: Person; hasJoined: boolean; path: string }) {
  const shown: AccountLinkKind[] = hasJoined ? ['password-reset', 'sign-in'] : ['invitation', 'sign-in']
  return (
    <section className="apart flow">
      <h2>{admin.links}</h2>
      <p className="soft measure">{admin.linksLede}</p>
      {!person.isConfirmed && hasJoined && <p className="soft measure">{admin.linkTakesPassword}</p>}
      <Form className="row" method="post" action={path}>
        {shown.map((kind) => (
          <SubmitButton key={kind} label={admin.linkKinds[kind]} busy={admin.busy} name="intent" value={kind} />
        ))}
      </Form>
    </section>
  )
}

function DeleteConfirmation({ person, isAsked, path }: { person: Person; isAsked: boolean; path: string }) {
  return (
    <section className="apart flow" id="delete">
      <h2>{admin.remove}</h2>
      {isAsked ? (
        <>
          <p role="alert">{admin.removeSure(person.email)}</p>
          <Form className="row" method="post" action={`${path}?delete`}>
            <SubmitButton label={admin.changes.deleted} busy={admin.busy} kind="danger" name="intent" value="deleted" />
            <Link className="button" to={path}>
              {admin.keep}
            </Link>
          </Form>
        </>
      ) : (
        <>
          <p className="soft">{admin.removeHint}</p>
          <p>
            <Link className="button" data-kind="danger" to={`${path}?delete#delete`}>
              {admin.removeAsk}
            </Link>
          </p>
        </>
      )}
    </section>
  )
}

function Audit({ lines, person }: { lines: PersonAuditLine[]; person: Person }) {
  return (
    <section className="apart flow">
      <h2>{admin.audit}</h2>
      {lines.length === 0 ? (
        <p className="soft">{admin.auditNothing}</p>
      ) : (
        <ul className="audit" role="list">
          {lines.map(({ id, at, action, actor }) => (
            <li key={id}>
              <Timestamp at={at} /> {`${admin.auditLine[action]} ${admin.auditBy(actor)}`}
            </li>
          ))}
        </ul>
      )}
      {person.isAdministrator && (
        <p>
          <Link className="link-alone" to={`/admin/log?${new URLSearchParams({ search: person.email })}`}>
            {admin.auditOf}
          </Link>
        </p>
      )}
    </section>
  )
}
