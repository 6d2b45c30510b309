/** Asks a member to confirm the email address, with a button that sends the link again. */
import { Form } from 'react-router'
import { account } from '#text/accounts.ts'
import { profile } from '#text/profile.ts'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'

export function ConfirmNotice({ canSendMail }: { canSendMail: boolean }) {
  return (
    <Form method="post" action="/profile/account" className="notice">
      <p>
        {profile.notConfirmed} {!canSendMail && account.outbox}
      </p>
      <SubmitButton label={profile.confirmAddress} busy={profile.sending} name="resend" value="yes" />
    </Form>
  )
}
