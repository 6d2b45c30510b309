/**
 * `/unsubscribe?token=`: turns off one kind of mail without signing in. Opening the page only asks for confirmation, because
 * programs open links too. The button turns the mail off, and so does a `POST` from a mail program (RFC 8058). The token alone
 * identifies the member.
 */
import { Link, data } from 'react-router'
import { servicesContext } from '#web/context.ts'
import { FormPage } from '#web/ui/forms/form-page.tsx'
import { settings } from '#text/settings.ts'
import { SubmitForm } from '#web/ui/forms/submit-form.tsx'
import type { Route } from './+types/unsubscribe.ts'
import { stopRenewalReminders } from '#server/exam-dates/index.ts'
import { disableMail } from '#server/settings/index.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  return { kind: context.get(servicesContext).unsubscribeTokens.read(url.searchParams.get('token') ?? '')?.kind }
}

export async function action({ context, url }: Route.ActionArgs) {
  const { db, unsubscribeTokens } = context.get(servicesContext)
  const mail = unsubscribeTokens.read(url.searchParams.get('token') ?? '')
  if (!mail) return data({ isDone: false }, { status: 400 })
  if (mail.kind === 'renewalReminders') await stopRenewalReminders(db, mail.userId)
  else await disableMail(db, mail.userId, mail.kind)
  return data({ isDone: true })
}

export default function Unsubscribe({ loaderData: { kind }, actionData }: Route.ComponentProps) {
  const words = settings.unsubscribe
  const isDone = actionData?.isDone === true
  return (
    <FormPage title={words.title} problem={kind ? undefined : words.incompleteLink} done={kind && isDone ? words[kind].done : undefined}>
      {kind && isDone && <p className="soft">{kind === 'renewalReminders' ? words.renewalAgain : words.again}</p>}
      {kind && !isDone && (
        <>
          <p>{words[kind].ask}</p>
          <SubmitForm submit={{ label: words[kind].button, busy: words.busy }} />
        </>
      )}
      <p>
        <Link className="link-alone" to={kind === 'renewalReminders' ? '/profile/exam-dates' : '/profile/settings'}>
          {kind === 'renewalReminders' ? words.toRenewals : words.toSettings}
        </Link>
      </p>
    </FormPage>
  )
}
