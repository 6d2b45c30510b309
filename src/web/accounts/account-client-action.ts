/** Sends an account form from the browser. Without a reply, the form stays on screen with what was typed. */
import { data, isRouteErrorResponse } from 'react-router'

/**
 * The reply of the server. Without a network, or after an unexpected error of the server, it is `initial` with the problem
 * `UNEXPECTED`. Redirects and other refusals are rethrown. Source: spec §8, unexpected exception at sign-in.
 */
export async function submitAccountForm<Data, Extra extends object>(serverAction: () => Promise<Data>, initial: Extra) {
  try {
    return await serverAction()
  } catch (error) {
    const isReply = error instanceof Response || isRouteErrorResponse(error)
    if (isReply && error.status < 500) throw error
    // With an error status, React Router does not reload the page's data, which would fail too.
    return data({ ...initial, email: '', problem: 'UNEXPECTED' }, 503)
  }
}
