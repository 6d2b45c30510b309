/** Signs out after all answers are sent, and asks first when some cannot be sent. Before scripts load, it is a plain form. */
import type { SubmitEvent } from 'react'
import { Form } from 'react-router'
import { useSignOut } from '#web/accounts/use-sign-out.tsx'
import { site } from '#text/site.ts'

export function SignOutButton({ memberId }: { memberId: string }) {
  const { signOut, signOutDialog } = useSignOut()
  const leave = (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    event.preventDefault()
    signOut({ memberId }, () => form.submit())
  }
  return (
    <Form method="post" action="/sign-out" onSubmit={leave}>
      <button className="button" type="submit">
        {site.signOut}
      </button>
      {signOutDialog}
    </Form>
  )
}
