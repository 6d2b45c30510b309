/** The actions of the profile's buttons. Each button has its own name; its value selects the session, passkey, or provider. */
import { data, redirect, type RouterContextProvider } from 'react-router'
import { addressIn } from '#exam/languages.ts'
import { language } from '#text/language.ts'
import { parseTimeZone } from '#exam/planning/local-day.ts'
import type { Services } from '#server/services.ts'
import { readFields } from '#web/accounts/account-form.ts'
import { redirectWithCookies } from '#web/accounts/account-action.ts'
import { findViewer, getRecentlyAuthenticatedViewer, type Viewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { callAuth, findSessionToken, isLastIdentity, isLastPasskey, readOwnAccount, type AuthResult } from '#server/accounts/index.ts'
import { recordBrowserTimeZone, saveMailSettings } from '#server/settings/index.ts'

type ProfileAction = Pick<Services, 'accounts' | 'db'> & {
  viewer: Viewer
  /** The value of the button. */
  value: string
  values: Record<(typeof switches)[number], string>
  call: (path: string, body: Record<string, unknown>) => Promise<AuthResult>
}

const switches = ['emailNotifications', 'studyReminders'] as const

/** What each button does. */
const handlers = {
  /** Saves the two mail settings, for pages of the previous release. */
  settings: async ({ db, viewer, values }: ProfileAction) => {
    const settings = { emailNotifications: values.emailNotifications !== '', studyReminders: values.studyReminders !== '' }
    await saveMailSettings(db, viewer.id, settings, new Date())
    return redirect('/profile/settings?done=settings-saved')
  },
  /** Saves the time zone of the browser, unless the member has chosen one. The page sends it without a button. */
  timeZone: async ({ db, viewer, value }: ProfileAction) => {
    const timeZone = parseTimeZone(value)
    if (timeZone) await recordBrowserTimeZone(db, viewer.id, timeZone, new Date())
    return data({ problem: undefined })
  },
  /** Sends the mail that confirms the address. */
  resend: async ({ viewer, call }: ProfileAction) =>
    finish(await call('/send-verification-email', { email: viewer.email }), 'confirmation-sent'),
  /** Ends a session by its id, `others`, or `all`. */
  end: endSessions,
  /** Deletes the passkey with this id. */
  passkey: deletePasskey,
  /** Links the identity provider with this id. */
  link: linkProvider,
  /** Unlinks the provider's account with this id. */
  unlink: unlinkProvider,
}

const buttons = Object.keys(handlers) as (keyof typeof handlers)[]

/** Changes of sign-in methods require a recent sign-in, so that no one can make them in a session that was left open. */
const sensitive: readonly (keyof typeof handlers)[] = ['passkey', 'link', 'unlink']

export async function handleProfileAction(request: Request, context: Readonly<RouterContextProvider>) {
  const { values, problem } = await readFields(request, [...buttons, ...switches])
  const button = buttons.find((name) => values[name])
  const viewer = await findViewer(context)
  if (!viewer) return redirect('/login?notice=session-over')
  if (problem || !button) return refuse('FIELD_UNREADABLE')
  if (sensitive.includes(button)) await getRecentlyAuthenticatedViewer(context, request)
  const { accounts, db } = context.get(servicesContext)
  const call = (path: string, body: Record<string, unknown>) => callAuth(accounts, request, path, body)
  return handlers[button]({ accounts, db, viewer, value: values[button], values, call })
}

async function endSessions({ db, viewer, value, call }: ProfileAction) {
  if (value === 'all') {
    const result = await call('/revoke-sessions', {})
    return result.code && !isSignedOut(result) ? refuse(result.code) : redirectWithCookies('/login?notice=signed-out', result)
  }
  if (value === 'others') return finish(await call('/revoke-other-sessions', {}), 'others-ended')
  const token = await findSessionToken(db, viewer.id, value)
  if (!token) return refuse('SESSION_GONE')
  const result = await call('/revoke-session', { token })
  if (value === viewer.sessionId && !result.code) return redirectWithCookies('/login?notice=signed-out', result)
  return finish(result, 'session-ended')
}

async function deletePasskey({ db, viewer, value, call }: ProfileAction) {
  const account = await readOwnAccount(db, viewer.id, new Date())
  if (!account.passkeys.some(({ id }) => id === value)) return refuse('PASSKEY_GONE')
  if (isLastPasskey(account)) return refuse('LAST_PASSKEY')
  return finish(await call('/passkey/delete-passkey', { id: value }), 'passkey-deleted')
}

async function linkProvider({ accounts, value, call }: ProfileAction) {
  if (!(await accounts.reachProvider(value))) return refuse('PROVIDER_FAILED')
  const result = await call('/link-social', {
    provider: value,
    callbackURL: addressIn(language.code, '/profile/account?done=provider-linked'),
    errorCallbackURL: addressIn(language.code, '/profile/account'),
    disableRedirect: true,
  })
  const { url } = result.body
  if (result.code || typeof url !== 'string') return finish({ ...result, code: result.code ?? 'PROVIDER_FAILED' }, 'provider-linked')
  return redirectWithCookies(url, result)
}

async function unlinkProvider({ db, viewer, value, call }: ProfileAction) {
  const account = await readOwnAccount(db, viewer.id, new Date())
  const identity = account.identities.find(({ id }) => id === value)
  if (!identity) return refuse('PROVIDER_GONE')
  if (isLastIdentity(account)) return refuse('FAILED_TO_UNLINK_LAST_ACCOUNT')
  return finish(await call('/unlink-account', { accountId: identity.id }), 'provider-unlinked')
}

/** Redirects to the account tab with a message, or to a sign-in page if a sign-in is needed. Otherwise shows why the action was refused. */
function finish(result: AuthResult, done: string) {
  if (isSignedOut(result)) return redirectWithCookies('/login?notice=session-over', result)
  if (result.code === 'REAUTHENTICATION_REQUIRED') return redirectWithCookies('/login/confirm?to=%2Fprofile%2Faccount', result)
  return result.code ? refuse(result.code, result.status) : redirectWithCookies(`/profile/account?done=${done}`, result)
}

function isSignedOut({ status }: AuthResult): boolean {
  return status === 401
}

function refuse(problem: string, status = 400) {
  return data({ problem }, { status })
}
