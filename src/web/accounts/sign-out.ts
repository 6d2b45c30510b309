/** `/sign-out`: ends this session and goes home. Signed out already, it does just that. Source: spec §2. */
import { redirect } from 'react-router'
import { cookieHeaders } from '#web/accounts/cookie-headers.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/sign-out.ts'
import { callAuth } from '#server/accounts/index.ts'

export async function action({ request, context }: Route.ActionArgs) {
  const answer = await callAuth(context.get(servicesContext).accounts, request, '/sign-out', {})
  return redirect('/', { headers: cookieHeaders(answer) })
}

/** Whoever comes by address meant to go somewhere. */
export function loader() {
  return redirect('/')
}
