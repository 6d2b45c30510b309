/** The actions of the profile's buttons. Each button has its own name; its value selects the session, passkey or provider. */
import { data, redirect, type RouterContextProvider } from 'react-router'
import { parseTimeZone } from '#exam/local-day.ts'
import type { Services } from '#server/services.ts'
import { readFields } from '#web/accounts/account-form.ts'
import { redirectWithCookies } from '#web/accounts/account-action.ts'
import { findViewer, getRecentlyAuthenticatedViewer, type Viewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { callAuth, findSessionToken, isLastIdentity, isLastPasskey, readOwnAccount, type AuthResult } from '#server/accounts/index.ts'
import { recordBrowserTimeZone, saveMailSettings } from '#server/settings/index.ts'

/**
 * - `settings`: saves the two mail settings that are sent with it
 * - `timeZone`: saves the time zone of the browser, unless the member has chosen one. The page sends it without a button.
 * - `resend`: sends the mail that confirms the address
 * - `end`: ends a session by its id, `others`, or `all`
 * - `passkey`: deletes the passkey with this id
 * - `link`: links the identity provider with this id
 * - `unlink`: unlinks the provider's account with this id
 */
const buttons = ['settings', 'timeZone', 'resend', 'end', 'passkey', 'link', 'unlink'] as const
type ProfileButton = (typeof buttons)[number]

/** Changes of sign-in methods require a recent sign-in, so that no one can make them in a session that was left open. */
const sensitive: readonly ProfileButton[] = ['passkey', 'link', 'unlink']

type ProfileRequest = { request: Request; services: Services; viewer: Viewer; value: string }

export async function handleProfileAction(request: Request, context: Readonly<RouterContextProvider>) {
  const { values, problem } = await readFields(request, [...buttons, 'emailNotifications', 'studyReminders'])
  const button = buttons.find((name) => values[name])
  const viewer = await findViewer(context)
  if (!viewer) return redirect('/login?notice=session-over')
  if (problem || !button) return refuse('FIELD_UNREADABLE')
  if (sensitive.includes(button)) await getRecentlyAuthenticatedViewer(context, request)
  const profileRequest: ProfileRequest = { request, services: context.get(servicesContext), viewer, value: values[button] }
  switch (button) {
    case 'settings': {
      const switches = { emailNotifications: values.emailNotifications !== '', studyReminders: values.studyReminders !== '' }
      await saveMailSettings(profileRequest.services.db, viewer.id, switches, new Date())
      return redirect('/profile?done=settings-saved')
    }
    case 'timeZone': {
      const timeZone = parseTimeZone(profileRequest.value)
      if (timeZone) await recordBrowserTimeZone(profileRequest.services.db, viewer.id, timeZone, new Date())
      return data({ problem: undefined })
    }
    case 'resend':
      return finish(
        await callAuth(profileRequest.services.accounts, request, '/send-verification-email', { email: viewer.email }),
        'confirmation-sent',
      )
    case 'end':
      return endSessions(profileRequest)
    case 'passkey':
      return deletePasskey(profileRequest)
    case 'link':
      return linkProvider(profileRequest)
    case 'unlink':
      return unlinkProvider(profileRequest)
  }
}

async function endSessions({ request, services: { accounts, db }, viewer, value }: ProfileRequest) {
  if (value === 'all') {
    const result = await callAuth(accounts, request, '/revoke-sessions', {})
    return result.code && !isSignedOut(result) ? refuse(result.code) : redirectWithCookies('/login?notice=signed-out', result)
  }
  if (value === 'others') return finish(await callAuth(accounts, request, '/revoke-other-sessions', {}), 'others-ended')
  const token = await findSessionToken(db, viewer.id, value)
  if (!token) return refuse('SESSION_GONE')
  const result = await callAuth(accounts, request, '/revoke-session', { token })
  if (value === viewer.sessionId && !result.code) return redirectWithCookies('/login?notice=signed-out', result)
  return finish(result, 'session-ended')
}

async function deletePasskey({ request, services: { accounts, db }, viewer, value }: ProfileRequest) {
  const account = await readOwnAccount(db, viewer.id, new Date())
  if (!account.passkeys.some(({ id }) => id === value)) return refuse('PASSKEY_GONE')
  if (isLastPasskey(account)) return refuse('LAST_PASSKEY')
  return finish(await callAuth(accounts, request, '/passkey/delete-passkey', { id: value }), 'passkey-deleted')
}

async function linkProvider({ request, services: { accounts }, value }: ProfileRequest) {
  if (!(await accounts.reachProvider(value))) return refuse('PROVIDER_FAILED')
  const result = await callAuth(accounts, request, '/link-social', {
    provider: value,
    callbackURL: '/profile?done=provider-linked',
    errorCallbackURL: '/profile',
    disableRedirect: true,
  })
  const { url } = result.body
  if (result.code || typeof url !== 'string') return finish({ ...result, code: result.code ?? 'PROVIDER_FAILED' }, 'provider-linked')
  return redirectWithCookies(url, result)
}

async function unlinkProvider({ request, services: { accounts, db }, viewer, value }: ProfileRequest) {
  const account = await readOwnAccount(db, viewer.id, new Date())
  const identity = account.identities.find(({ id }) => id === value)
  if (!identity) return refuse('PROVIDER_GONE')
  if (isLastIdentity(account)) return refuse('FAILED_TO_UNLINK_LAST_ACCOUNT')
  return finish(await callAuth(accounts, request, '/unlink-account', { accountId: identity.id }), 'provider-unlinked')
}

/** Redirects to the profile with a message, or shows why the action was refused. */
function finish(result: AuthResult, done: string) {
  if (isSignedOut(result)) return redirectWithCookies('/login?notice=session-over', result)
  if (result.code === 'REAUTHENTICATION_REQUIRED') return redirectWithCookies('/login/confirm?to=%2Fprofile', result)
  return result.code ? refuse(result.code, result.status) : redirectWithCookies(`/profile?done=${done}`, result)
}

function isSignedOut({ status }: AuthResult): boolean {
  return status === 401
}

function refuse(problem: string, status = 400) {
  return data({ problem }, { status })
}
