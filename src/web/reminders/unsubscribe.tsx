/**
 * `/unsubscribe?token=`: turns off one kind of mail without signing in. Opening the page only asks for confirmation, because
 * programs open links too. The button turns the mail off, and so does a `POST` from a mail program (RFC 8058). The token alone
 * identifies the member.
 */
import { Form, Link, data } from 'react-router'
import { servicesContext } from '#web/context.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { settings } from '#web/text/en/settings.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/unsubscribe.ts'
import { disableMail } from '#server/settings/index.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  return { kind: context.get(servicesContext).unsubscribeTokens.read(url.searchParams.get('token') ?? '')?.kind }
}

export async function action({ context, url }: Route.ActionArgs) {
  const { db, unsubscribeTokens } = context.get(servicesContext)
  const mail = unsubscribeTokens.read(url.searchParams.get('token') ?? '')
  if (!mail) return data({ isDone: false }, { status: 400 })
  await disableMail(db, mail.userId, mail.kind)
  return data({ isDone: true })
}

export default function Unsubscribe({ loaderData: { kind }, actionData }: Route.ComponentProps) {
  const words = settings.unsubscribe
  return (
    <SitePage kind="account">
      <NoindexTitle>{`${words.title}, Praxam`}</NoindexTitle>
      <h1>{words.title}</h1>
      <div className="flow">
        {!kind && <Notice verdict="wrong">{words.incompleteLink}</Notice>}
        {kind && actionData?.isDone && (
          <>
            <Notice verdict="right">{words[kind].done}</Notice>
            <p className="soft">{words.again}</p>
          </>
        )}
        {kind && !actionData?.isDone && (
          <>
            <p>{words[kind].ask}</p>
            <Form method="post">
              <SubmitButton label={words[kind].button} busy={words.busy} kind="primary" size="large" />
            </Form>
          </>
        )}
        <p>
          <Link to="/profile/settings">{words.toSettings}</Link>
        </p>
      </div>
    </SitePage>
  )
}
