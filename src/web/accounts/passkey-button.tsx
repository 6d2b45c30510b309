/** A button that signs in with a passkey. It needs scripts, so it appears once they run. */
import { useNavigate } from 'react-router'
import { signInWithPasskey, usePasskey } from '#web/accounts/passkey.ts'
import { account, problemText } from '#text/accounts.ts'

export function PasskeyButton({ to }: { to: string }) {
  const navigate = useNavigate()
  const { isOffered, isBusy, problem, run } = usePasskey()
  if (!isOffered) return null

  const signIn = async () => {
    const result = await run(signInWithPasskey)
    if (result.problem) return
    await navigate(result.needsSecondFactor ? `/login/second-factor?to=${encodeURIComponent(to)}` : to)
  }

  return (
    <>
      <button className="button" type="button" disabled={isBusy} onClick={() => void signIn()}>
        {account.withPasskey}
      </button>
      {problem && (
        <p className="small" role="alert">
          {problemText(problem)}
        </p>
      )}
    </>
  )
}
