/** `/admin/messages?show=open&before=&delete=`: messages from the contact form, twenty per page, newest first. */
import { Form, Link, data, redirect } from 'react-router'
import { ReauthenticateFirst } from '#web/admin/reauthenticate-first.tsx'
import { getFreshAdministrator } from '#web/admin/fresh-administrator.ts'
import { printAddress } from '#web/admin/list-address.ts'
import { ListPage } from '#web/admin/list-page.tsx'
import { Timestamp, dayOf } from '#web/admin/timestamp.tsx'
import { servicesContext } from '#web/context.ts'
import { sentenceOf } from '#web/text/en/accounts.ts'
import { messages as words } from '#web/text/en/admin/contact-messages.ts'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import type { Route } from './+types/messages.ts'
import {
  changeMessage,
  findMessage,
  listMessages,
  messageDaysMax,
  type ListedMessage,
  type MessageChange,
  type MessageRefusal,
} from '#server/contact/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'
import { readFields } from '#web/accounts/index.ts'

type Problem = keyof typeof words.problems

/** The part of the list that an address shows. */
type ListPart = { isOpenOnly: boolean; before: string | undefined }

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getAdministrator(context, request)
  const { db } = context.get(servicesContext)
  const part = parsePart(url)
  const id = url.searchParams.get('delete')
  const toDelete = id === null ? undefined : await findMessage(db, id)
  return {
    ...(await listMessages(db, part)),
    part,
    /** Set when the page asks to confirm a deletion. */
    toDelete,
    isMissing: id !== null && !toDelete,
    isFresh: viewer.isRecentlyAuthenticated,
    days: messageDaysMax,
    done: url.searchParams.get('done'),
  }
}

/** Values of `intent` that the buttons send. */
const changes = ['handled', 'reopened', 'deleted'] as const satisfies MessageChange[]
const statuses: Record<MessageRefusal, number> = { NOT_AN_ADMINISTRATOR: 403, UNKNOWN_MESSAGE: 404 }

export async function action({ request, context, url }: Route.ActionArgs) {
  const reader = await getAdministrator(context, request)
  const { values, problem } = await readFields(request, ['id', 'intent'])
  const refused = (problem: Problem, status: number) => data({ problem }, { status })
  const change = changes.find((change) => change === values.intent)
  if (problem || !change) return refused('FIELD_UNREADABLE', 400)
  if (change === 'deleted') await getFreshAdministrator(context, request)
  const refusal = await changeMessage(context.get(servicesContext).db, reader.id, values.id, change, new Date())
  if (refusal) return refused(refusal, statuses[refusal])
  return redirect(pagePath(parsePart(url), { done: change }))
}

function parsePart(url: URL): ListPart {
  return { isOpenOnly: url.searchParams.get('show') === 'open', before: url.searchParams.get('before') ?? undefined }
}

export function meta() {
  return [{ title: `${words.title}, Praxam` }]
}

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, next, part, toDelete, isMissing, isFresh, days, done } = loaderData
  const problem = actionData?.problem ?? (isMissing ? 'UNKNOWN_MESSAGE' : undefined)
  return (
    <ListPage
      title={words.title}
      lede={words.lede(days)}
      problem={problem && words.problems[problem]}
      done={sentenceOf(words.done, done)}
      filter={{
        label: words.filter,
        tabs: [
          { to: pagePath({ isOpenOnly: false }), text: words.all, isCurrent: !part.isOpenOnly },
          { to: pagePath({ isOpenOnly: true }), text: words.open, isCurrent: part.isOpenOnly },
        ],
      }}
      before={toDelete && <DeleteConfirmation message={toDelete} part={part} isFresh={isFresh} />}
      entries={messages.map((message) => (
        <MessageEntry key={message.id} message={message} part={part} />
      ))}
      none={part.isOpenOnly ? words.noneOpen : words.none}
      pages={{
        label: words.page,
        first: part.before !== undefined && { to: pagePath({ isOpenOnly: part.isOpenOnly }), text: words.latest },
        next: next ? { to: pagePath({ ...part, before: next }), text: words.older } : undefined,
      }}
    />
  )
}

function MessageEntry({ message, part }: { message: ListedMessage; part: ListPart }) {
  const { id, address, handledAt } = message
  const change: MessageChange = handledAt ? 'reopened' : 'handled'
  return (
    <li className="flow">
      <Sender message={message} />
      <p className="written">{message.text}</p>
      <Form className="row" method="post" action={pagePath(part)}>
        <input type="hidden" name="id" value={id} />
        <SubmitButton
          label={handledAt ? words.reopen : words.handle}
          busy={words.busy}
          name="intent"
          value={change}
          subject={words.from(address)}
        />
        <Link className="button" data-kind="danger" to={`${pagePath(part, { delete: id })}#delete`}>
          {words.delete} <span className="visually-hidden">{words.from(address)}</span>
        </Link>
      </Form>
    </li>
  )
}

function Sender({ message: { address, at, handledAt, member, questionId } }: { message: ListedMessage }) {
  return (
    <>
      <h2>
        <a className="link-alone" href={mailtoOf(address)}>
          {address}
        </a>
      </h2>
      <p className="row">
        <span className="badge">{handledAt ? `${words.handledSign} ${words.handledOn(dayOf(handledAt))}` : words.openSign}</span>
        <Timestamp at={at} />
      </p>
      {(member ?? questionId) && (
        <p className="row small">
          {member && (
            <span>
              {words.member} <Link to={`/admin/people/${member.id}`}>{member.email}</Link>
            </span>
          )}
          {questionId && (
            <Link className="link-alone" to={`/admin?edit=${questionId}`}>
              {words.question}
            </Link>
          )}
        </p>
      )}
    </>
  )
}

/** The @ of an address is not encoded. Source: RFC 6068, section 2. */
function mailtoOf(address: string): string {
  return `mailto:${address.split('@').map(encodeURIComponent).join('@')}`
}

function DeleteConfirmation({ message: { id, address }, part, isFresh }: { message: ListedMessage; part: ListPart; isFresh: boolean }) {
  const path = pagePath(part, { delete: id })
  return (
    <section className="flow removal" id="delete">
      <h2>{words.sure}</h2>
      {isFresh ? (
        <>
          <p role="alert">{words.sureText(address)}</p>
          <Form className="row" method="post" action={path}>
            <input type="hidden" name="id" value={id} />
            <SubmitButton label={words.confirm} busy={words.busy} kind="danger" name="intent" value="deleted" />
            <Link className="button" to={pagePath(part)}>
              {words.keep}
            </Link>
          </Form>
        </>
      ) : (
        <ReauthenticateFirst to={path} />
      )}
    </section>
  )
}

function pagePath({ isOpenOnly, before }: Partial<ListPart>, more: { delete?: string; done?: string } = {}): string {
  return printAddress('/admin/messages', { show: isOpenOnly && 'open', before, ...more })
}
