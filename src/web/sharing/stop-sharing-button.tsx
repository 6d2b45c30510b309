/** A button that stops sharing a result. The action of `shared-results.tsx` handles it. */
import { Form } from 'react-router'
import { sharing } from '#text/sharing.ts'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'

/** `subject` tells the buttons of a list apart for screen readers. */
export function StopSharingButton({ token, subject }: { token: string; subject?: string }) {
  return (
    <Form method="post" action="/profile/shared">
      <SubmitButton label={sharing.stopSharing} busy={sharing.stoppingSharing} name="token" value={token} {...(subject && { subject })} />
    </Form>
  )
}
