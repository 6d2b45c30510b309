/** `/sign-out`: ends this session and redirects to the home page, even if the user is already signed out. Source: spec §2. */
import { redirect } from 'react-router'
import { redirectWithCookies } from '#web/accounts/account-action.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/sign-out.ts'
import { callAuth } from '#server/accounts/index.ts'

export async function action({ request, context }: Route.ActionArgs) {
  return redirectWithCookies('/', await callAuth(context.get(servicesContext).accounts, request, '/sign-out', {}))
}

/** A user who opens the address directly is not signed out. */
export function loader() {
  return redirect('/')
}
