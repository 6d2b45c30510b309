/** The sign-in methods other than a password: a passkey, identity providers, and links that a page adds. */
import { Form } from 'react-router'
import { PasskeyButton } from '#web/accounts/passkey-button.tsx'
import { account } from '#text/accounts.ts'

type Props = { to: string; providers: readonly { id: string; name: string }[]; children: React.ReactNode }

export function OtherSignInMethods({ to, providers, children }: Props) {
  return (
    <section className="ways-in" aria-label={account.orElse}>
      <h2>{account.orElse}</h2>
      <PasskeyButton to={to} />
      {providers.map(({ id, name }) => (
        <Form key={id} method="post">
          <input type="hidden" name="to" value={to} />
          <button className="button" type="submit" name="provider" value={id}>
            {account.withProvider(name)}
          </button>
        </Form>
      ))}
      {children}
    </section>
  )
}
