/** Signs out once everything is sent; what cannot be sent is asked about first. Before scripts load it is a form like any other. */
import type { SubmitEvent } from 'react'
import { Form } from 'react-router'
import { useSignOut } from '#web/accounts/use-sign-out.tsx'
import { useTexts } from '#web/text/texts.ts'

export function SignOutButton({ memberId }: { memberId: string }) {
  const { site } = useTexts()
  const { signOut, leaving } = useSignOut()
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
      {leaving}
    </Form>
  )
}
