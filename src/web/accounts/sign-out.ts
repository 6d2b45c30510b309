/**
 * `/sign-out`: ends this session and redirects to the home page, even if the user is already signed out. Source: spec §2.
 *
 * If the database cannot delete the session, the browser forgets it, because signing out on a shared computer must not fail.
 */
import { redirect } from 'react-router'
import { redirectWithCookies } from '#web/accounts/account-action.ts'
import { logContext, servicesContext } from '#web/context.ts'
import { isTemporary } from '#web/http/log-errors.ts'
import type { Route } from './+types/sign-out.ts'
import { callAuth, forgetSession } from '#server/accounts/index.ts'

export async function action({ request, context }: Route.ActionArgs) {
  const { accounts } = context.get(servicesContext)
  try {
    return redirectWithCookies('/', await callAuth(accounts, request, '/sign-out', {}))
  } catch (error) {
    if (!isTemporary(error, context)) throw error
    context.get(logContext).warn({ error }, 'A session could not be deleted, so only the browser has forgotten it')
    return redirectWithCookies('/', { cookies: await forgetSession(accounts) })
  }
}

/** A user who opens the address directly is not signed out. */
export function loader() {
  return redirect('/')
}
