/**
 * Log lines about sign-ins and new passwords: who signed in, set a password, or was refused, from which network, and why. They contain no
 * password, token, or email address, not even for an unknown account.
 *
 * | Field | Value |
 * |---|---|
 * | `method` | how the session starts: `entrance` in `endpoint.ts`; absent for a new password |
 * | `memberId` | the id of the account; absent for an unknown one |
 * | `network` | `203.0.113.0/24`, IPv6 `/48` |
 * | `reason` | for a refusal, the code of the response |
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Endpoint } from '#server/accounts/endpoint.ts'
import { clientAddressHeader, networkOf } from '#server/http/client-address.ts'
import type { Log } from '#server/log.ts'

type SignInEvent = { method: Endpoint['entrance']; memberId?: string | undefined; progress?: 'signed-in' | 'second-factor' }

const currentEvent = new AsyncLocalStorage<SignInEvent>()

/** Adds what a hook knows to the log line of the request in progress. */
export function describeSignIn(details: Partial<SignInEvent>): void {
  Object.assign(currentEvent.getStore() ?? {}, details)
}

const passwordMessages = {
  reset: { done: 'Password reset', refused: 'Password reset refused' },
  change: { done: 'Password changed', refused: 'Password change refused' },
} as const

/** Runs a request to better-auth. Logs the result of a sign-in and of a new password. `findReason` returns the code of a refusal. */
export async function withSignInLog(
  log: Log,
  request: Request,
  { entrance, setsPassword }: Endpoint,
  respond: () => Promise<Response>,
  findReason: (response: Response) => Promise<string | undefined>,
): Promise<Response> {
  const event: SignInEvent = { method: entrance }
  const response = await currentEvent.run(event, respond)
  const { progress, ...details } = event
  if (!details.method && !setsPassword) return response
  const context = { ...details, network: networkOf(request.headers.get(clientAddressHeader) ?? '') }
  if (progress === 'signed-in') log.info(context, 'Signed in')
  else if (progress) log.info(context, 'Sign-in waits for the second factor')
  else {
    const messages = setsPassword && passwordMessages[setsPassword]
    const reason = await findReason(response)
    if (reason) log.info({ ...context, reason }, messages?.refused ?? 'Sign-in refused')
    else if (messages) log.info(context, messages.done)
  }
  return response
}
