/** Signs out once everything is sent; what cannot be sent is asked about first. Before scripts load it is a form like any other. */
import { useState } from 'react'
import type { ComponentType, SubmitEvent } from 'react'
import { Form } from 'react-router'
import type { SignOutDialogProps } from '#web/account/sign-out-dialog.tsx'
import { useTexts } from '#web/text/texts.ts'

export function SignOutButton({ memberId }: { memberId: string }) {
  const { site } = useTexts()
  const [Leaving, setLeaving] = useState<ComponentType<SignOutDialogProps> | null>(null)
  const leave = (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    event.preventDefault()
    import('#web/account/sign-out-dialog.tsx').then(
      ({ SignOutDialog }) => setLeaving(() => SignOutDialog),
      () => form.submit(),
    )
  }
  return (
    <Form method="post" action="/sign-out" onSubmit={leave}>
      <button className="button" type="submit">
        {site.signOut}
      </button>
      {Leaving && <Leaving memberId={memberId} onStay={() => setLeaving(null)} />}
    </Form>
  )
}
