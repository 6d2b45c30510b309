/** The form that adds a passkey for this device. It needs scripts, so it appears once they run. */
import { useNavigate } from 'react-router'
import { addPasskey, usePasskey } from '#web/accounts/passkey.ts'
import { problemText } from '#text/accounts.ts'
import { profile } from '#text/profile.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** `device` is the suggested name of the passkey: `Firefox on Windows`. */
export function AddPasskey({ device }: { device: string }) {
  const navigate = useNavigate()
  const { isOffered, isBusy, problem, run } = usePasskey()
  if (!isOffered) return null

  const add = async (name: string) => {
    const { problem } = await run(() => addPasskey(name))
    if (problem === 'REAUTHENTICATION_REQUIRED') await navigate('/login/confirm?to=%2Fprofile%2Faccount')
    else if (!problem) await navigate('/profile/account?done=passkey-added')
  }
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name')
    void add(typeof name === 'string' && name.trim() ? name.trim() : device)
  }

  return (
    <form className="flow add-passkey" onSubmit={submit} noValidate>
      {problem && <Notice verdict="wrong">{problemText(problem)}</Notice>}
      <Field name="name" label={profile.passkeyName} value={device} autoComplete="off" lengthMax={60} />
      <BusyButton type="submit" label={profile.addPasskey} busy={profile.adding} isBusy={isBusy} />
    </form>
  )
}
