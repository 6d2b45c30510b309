/**
 * The member's sessions, with buttons to end them. With scripts, ending this browser's session works like the sign-out button
 * in the header.
 */
import type { SubmitEvent } from 'react'
import { Form, useSubmit } from 'react-router'
import { useSignOut } from '#web/accounts/use-sign-out.tsx'
import { ListRow } from '#web/ui/figures/list-row.tsx'
import { profile } from '#text/profile.ts'
import { site } from '#text/site.ts'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import type { OwnAccount } from '#server/accounts/index.ts'

const everywhere = 'all'

type Props = { sessions: OwnAccount['sessions']; ownId: string; memberId: string }

export function Sessions({ sessions, ownId, memberId }: Props) {
  const submit = useSubmit()
  const { signOut, signOutDialog } = useSignOut()
  const leave = (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent
    if (!(submitter instanceof HTMLButtonElement) || ![ownId, everywhere].includes(submitter.value)) return
    event.preventDefault()
    const target = { memberId, isEverywhere: submitter.value === everywhere, to: '/login?notice=signed-out' }
    signOut(target, () => void submit(submitter))
  }
  const ownFirst = sessions.toSorted((a, b) => Number(b.id === ownId) - Number(a.id === ownId))
  return (
    <section className="apart" aria-labelledby="sessions">
      <h2 id="sessions">{profile.sessions}</h2>
      <Form method="post" onSubmit={leave}>
        <ul className="entries" role="list">
          {ownFirst.map(({ id, device, network, lastUsedAt }) => (
            <ListRow
              key={id}
              name={device}
              facts={[id === ownId ? profile.thisSession : profile.lastUsed(lastUsedAt), profile.network(network)]}
            >
              {/* Without scripts the header has no sign-out button, so this session can also be ended here. */}
              <SubmitButton
                label={id === ownId ? site.signOut : profile.end}
                subject={device}
                busy={profile.ending}
                name="end"
                value={id}
              />
            </ListRow>
          ))}
        </ul>
        <p className="row">
          {sessions.length > 1 && <SubmitButton label={profile.endOthers} busy={profile.ending} name="end" value="others" />}
          <SubmitButton label={profile.signOutEverywhere} busy={profile.ending} name="end" value={everywhere} />
        </p>
      </Form>
      {signOutDialog}
    </section>
  )
}
