/** Takes a shared result back at once. What it posts is read by `shared-results.tsx`. */
import { Form } from 'react-router'
import { sharing } from '#web/text/en/sharing.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'

/** `subject` tells it from the others of a list. */
export function TakeBackButton({ token, subject }: { token: string; subject?: string }) {
  return (
    <Form method="post" action="/profile/shared">
      <SubmitButton label={sharing.stopSharing} busy={sharing.stoppingSharing} name="token" value={token} {...(subject && { subject })} />
    </Form>
  )
}
