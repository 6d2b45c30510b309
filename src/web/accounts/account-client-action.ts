/** Submits an account form from the browser. If the server fails or cannot be reached, the form stays on screen with what was typed. */
import { data, isRouteErrorResponse } from 'react-router'

/**
 * Returns the server's reply. If the server cannot be reached or responds with an unexpected error, returns `initial` with the problem
 * `UNEXPECTED`. Redirects and refusals that the server throws are rethrown. Source: spec §8, unexpected exception at sign-in.
 */
export async function submitAccountForm<Data, Extra extends object>(serverAction: () => Promise<Data>, initial: Extra) {
  try {
    return await serverAction()
  } catch (error) {
    const isReply = error instanceof Response || isRouteErrorResponse(error)
    if (isReply && error.status < 500) throw error
    // With an error status, React Router does not reload the page's data. Reloading would fail too.
    return data({ ...initial, email: '', problem: 'UNEXPECTED' }, 503)
  }
}
