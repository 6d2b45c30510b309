/** The member's sign-in methods: address, password, second factor, passkeys, and identity providers, each with a link or button to change it. */
import { Form, Link } from 'react-router'
import { AddPasskey } from '#web/accounts/profile/add-passkey.tsx'
import { ListRow } from '#web/ui/figures/list-row.tsx'
import { profile } from '#text/profile.ts'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import type { OwnAccount } from '#server/accounts/index.ts'

type Props = {
  viewer: { email: string; hasSecondFactor: boolean }
  own: Pick<OwnAccount, 'hasPassword' | 'identities' | 'passkeys'>
  providers: readonly { id: string; name: string }[]
  /** Name of this browser: `Firefox on Windows`. */
  device: string
}

export function SignInMethods({ viewer, own, providers, device }: Props) {
  const { hasPassword, identities, passkeys } = own
  return (
    <section className="apart" aria-labelledby="methods">
      <h2 id="methods">{profile.methods}</h2>
      <ul className="entries" role="list">
        <ListRow name={profile.email} facts={[viewer.email]}>
          <ChangeLink to="/profile/email" label={profile.change} subject={profile.email} />
        </ListRow>
        <ListRow name={profile.password} facts={[hasPassword ? profile.passwordIs : profile.passwordIsNot]}>
          <ChangeLink to="/profile/password" label={hasPassword ? profile.change : profile.set} subject={profile.password} />
        </ListRow>
        <ListRow name={profile.secondFactor} facts={[viewer.hasSecondFactor ? profile.on : profile.off]}>
          <ChangeLink
            to="/profile/second-factor"
            label={viewer.hasSecondFactor ? profile.manage : profile.setUp}
            subject={profile.secondFactor}
          />
        </ListRow>
      </ul>
      <h3 id="passkeys">{profile.passkeys}</h3>
      {passkeys.length === 0 && <p className="soft">{profile.noPasskeys}</p>}
      <Form method="post">
        <ul className="entries" role="list" aria-labelledby="passkeys">
          {passkeys.map(({ id, name, since }) => (
            <ListRow key={id} name={name || profile.passkey} facts={since ? [profile.addedOn(since)] : []}>
              <SubmitButton label={profile.delete} subject={name || profile.passkey} busy={profile.deleting} name="passkey" value={id} />
            </ListRow>
          ))}
        </ul>
      </Form>
      <AddPasskey device={device} />
      <Providers identities={identities} providers={providers} />
    </section>
  )
}

function ChangeLink({ to, label, subject }: { to: string; label: string; subject: string }) {
  return (
    <Link className="button" to={to}>
      {label}
      <span className="visually-hidden"> {subject}</span>
    </Link>
  )
}

/** The identity providers of the site, and linked accounts at providers that the site no longer has. */
function Providers({ identities, providers }: Pick<OwnAccount, 'identities'> & Pick<Props, 'providers'>) {
  if (identities.length === 0 && providers.length === 0) return null
  const nameOf = (id: string) => providers.find((provider) => provider.id === id)?.name ?? id
  const others = providers.filter(({ id }) => !identities.some(({ provider }) => provider === id))
  return (
    <>
      <h3 id="providers">{profile.providers}</h3>
      <Form method="post">
        <ul className="entries" role="list" aria-labelledby="providers">
          {identities.map(({ id, provider, since }) => (
            <ListRow key={id} name={nameOf(provider)} facts={[profile.linkedOn(since)]}>
              <SubmitButton label={profile.unlink} subject={nameOf(provider)} busy={profile.unlinking} name="unlink" value={id} />
            </ListRow>
          ))}
          {others.map(({ id, name }) => (
            <ListRow key={id} name={name} facts={[profile.notLinked]}>
              <SubmitButton label={profile.link} subject={name} busy={profile.linking} name="link" value={id} />
            </ListRow>
          ))}
        </ul>
      </Form>
    </>
  )
}
