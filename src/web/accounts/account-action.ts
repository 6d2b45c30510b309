/** Actions of the account forms. They call better-auth and pass on the cookies that it sets. */
import { data, redirect, type RouterContextProvider } from 'react-router'
import { pathOnThisSite, readFields } from '#web/accounts/account-form.ts'
import { captchaFields, readCaptcha } from '#web/accounts/captcha.tsx'
import { servicesContext } from '#web/context.ts'
import { callAuth, type AuthResult } from '#server/accounts/index.ts'
import type { Services } from '#server/services.ts'

type ActionArgs = { request: Request; context: Readonly<RouterContextProvider> }

/** `email` is the submitted address. `problem` is a code of `problems` in `web/text/en/accounts.ts`. */
type FormState<Extra> = { email: string; problem: string | undefined } & Extra
type FormResponse<Extra> = Response | ReturnType<typeof data<FormState<Extra>>>
/** The status of the response, or the result of better-auth from which the response gets its status and cookies. */
type ResponseOrigin = number | AuthResult

type AccountForm<Name extends string, Extra> = ActionArgs &
  Pick<Services, 'accounts' | 'db'> & {
    values: Record<Name | 'email' | 'to', string>
    /** The page to open next, from the field `to`. */
    to: string
    /** Calls better-auth with the captcha response in the form. See `callAuth`. */
    call: (path: string, body?: Record<string, unknown>) => Promise<AuthResult>
    respond: (changes: Partial<FormState<Extra>>, from?: ResponseOrigin) => FormResponse<Extra>
    /** Shows the form again with a problem. */
    refuse: (problem: string, from?: ResponseOrigin) => FormResponse<Extra>
  }

/** Creates the action of a form with the fields `names`. `initial` is the initial state of the form, without its address and problem. */
export function accountAction<Name extends string, Extra extends object>(
  names: readonly Name[],
  initial: Extra,
  handle: (form: AccountForm<Name, Extra>) => Promise<FormResponse<Extra>>,
) {
  return async ({ request, context }: ActionArgs): Promise<FormResponse<Extra>> => {
    const { values, problem } = await readFields(request, [...names, 'email', 'to', ...captchaFields])
    const { accounts, db } = context.get(servicesContext)
    const respond = (changes: Partial<FormState<Extra>>, from: ResponseOrigin = 200) =>
      data(
        { email: values.email, problem: undefined, ...initial, ...changes },
        typeof from === 'number' ? { status: from } : { status: from.status, headers: cookieHeaders(from) },
      )
    const refuse = (code: string, from: ResponseOrigin = 400) => respond({ problem: code } as Partial<FormState<Extra>>, from)
    if (problem) return refuse(problem)
    const call = (path: string, body?: Record<string, unknown>) => callAuth(accounts, request, path, body, readCaptcha(values))
    return handle({ request, context, accounts, db, values, to: pathOnThisSite(values.to), call, respond, refuse })
  }
}

export function cookieHeaders({ cookies }: Pick<AuthResult, 'cookies'>): [string, string][] {
  return cookies.map((cookie) => ['Set-Cookie', cookie])
}

export function redirectWithCookies(to: string, result: Pick<AuthResult, 'cookies'>): Response {
  return redirect(to, { headers: cookieHeaders(result) })
}

/** Redirects after a successful sign-in: to the page for the second factor if the account has one, otherwise to `to`. */
export function completeSignIn(result: AuthResult, to: string): Response {
  const needsSecondFactor = result.body['twoFactorRedirect'] === true
  return redirectWithCookies(needsSecondFactor ? `/login/second-factor?to=${encodeURIComponent(to)}` : to, result)
}
