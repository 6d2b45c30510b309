/** What the buttons of the profile do. Each button has a name of its own; its value says which one of several is meant. */
import { data, redirect } from 'react-router'
import type { RouterContextProvider } from 'react-router'
import { parseTimeZone } from '#exam/local-day.ts'
import type { Services } from '#server/services.ts'
import { readFields } from '#web/accounts/account-form.ts'
import { cookieHeaders } from '#web/accounts/cookie-headers.ts'
import { findViewer, getRecentlyAuthenticatedViewer } from '#web/accounts/viewer.ts'
import type { Viewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { callAuth, findSessionToken, isLastIdentity, isLastPasskey, readOwnAccount } from '#server/accounts/index.ts'
import type { AuthResult } from '#server/accounts/index.ts'
import { recordBrowserTimeZone, saveMailSettings } from '#server/settings/index.ts'

/**
 * - `settings`: keeps the two switches that come with it
 * - `timeZone`: keeps where the browser is, unless the member has chosen; no button, the page says so by itself
 * - `resend`: sends the confirmation of the address
 * - `end`: ends a session by its id, `others`, or `all`
 * - `passkey`: deletes the passkey with this id
 * - `link`, `unlink`: an identity provider by its id, one's account there by its id
 */
const buttons = ['settings', 'timeZone', 'resend', 'end', 'passkey', 'link', 'unlink'] as const
type Button = (typeof buttons)[number]

/** Whoever rides on a session left open must not change how one signs in. */
const sensitive: readonly Button[] = ['passkey', 'link', 'unlink']

type Ask = { request: Request; services: Services; viewer: Viewer; value: string }

export async function handleProfileAction(request: Request, context: Readonly<RouterContextProvider>) {
  const { values, problem } = await readFields(request, [...buttons, 'emailNotifications', 'studyReminders'])
  const button = buttons.find((name) => values[name])
  const viewer = await findViewer(context)
  if (!viewer) return redirect('/login?notice=session-over')
  if (problem || !button) return refused('FIELD_UNREADABLE')
  if (sensitive.includes(button)) await getRecentlyAuthenticatedViewer(context, request)
  const ask: Ask = { request, services: context.get(servicesContext), viewer, value: values[button] }
  switch (button) {
    case 'settings': {
      const switches = { emailNotifications: values.emailNotifications !== '', studyReminders: values.studyReminders !== '' }
      await saveMailSettings(ask.services.db, viewer.id, switches, new Date())
      return redirect('/profile?done=settings-saved')
    }
    case 'timeZone': {
      const timeZone = parseTimeZone(ask.value)
      if (timeZone) await recordBrowserTimeZone(ask.services.db, viewer.id, timeZone, new Date())
      return data({ problem: undefined })
    }
    case 'resend':
      return settle(
        await callAuth(ask.services.accounts, request, '/send-verification-email', { email: viewer.email }),
        'confirmation-sent',
      )
    case 'end':
      return endSessions(ask)
    case 'passkey':
      return deletePasskey(ask)
    case 'link':
      return linkProvider(ask)
    case 'unlink':
      return unlinkProvider(ask)
  }
}

async function endSessions({ request, services: { accounts, db }, viewer, value }: Ask) {
  if (value === 'all') {
    const answer = await callAuth(accounts, request, '/revoke-sessions', {})
    return answer.code && !isOver(answer) ? refused(answer.code) : redirect('/login?notice=signed-out', { headers: cookieHeaders(answer) })
  }
  if (value === 'others') return settle(await callAuth(accounts, request, '/revoke-other-sessions', {}), 'others-ended')
  const token = await findSessionToken(db, viewer.id, value)
  if (!token) return refused('SESSION_GONE')
  const answer = await callAuth(accounts, request, '/revoke-session', { token })
  if (value === viewer.sessionId && !answer.code) return redirect('/login?notice=signed-out', { headers: cookieHeaders(answer) })
  return settle(answer, 'session-ended')
}

async function deletePasskey({ request, services: { accounts, db }, viewer, value }: Ask) {
  const account = await readOwnAccount(db, viewer.id, new Date())
  if (!account.passkeys.some(({ id }) => id === value)) return refused('PASSKEY_GONE')
  if (isLastPasskey(account)) return refused('LAST_PASSKEY')
  return settle(await callAuth(accounts, request, '/passkey/delete-passkey', { id: value }), 'passkey-deleted')
}

async function linkProvider({ request, services: { accounts }, value }: Ask) {
  if (!(await accounts.reachProvider(value))) return refused('PROVIDER_FAILED')
  const answer = await callAuth(accounts, request, '/link-social', {
    provider: value,
    callbackURL: '/profile?done=provider-linked',
    errorCallbackURL: '/profile',
    disableRedirect: true,
  })
  const { url } = answer.body
  if (answer.code || typeof url !== 'string') return settle({ ...answer, code: answer.code ?? 'PROVIDER_FAILED' }, 'provider-linked')
  return redirect(url, { headers: cookieHeaders(answer) })
}

async function unlinkProvider({ request, services: { accounts, db }, viewer, value }: Ask) {
  const account = await readOwnAccount(db, viewer.id, new Date())
  const identity = account.identities.find(({ id }) => id === value)
  if (!identity) return refused('PROVIDER_GONE')
  if (isLastIdentity(account)) return refused('FAILED_TO_UNLINK_LAST_ACCOUNT')
  return settle(await callAuth(accounts, request, '/unlink-account', { accountId: identity.id }), 'provider-unlinked')
}

/** Goes on to the page that says what has been done, or to the one that says what went wrong. */
function settle(answer: AuthResult, done: string) {
  const headers = cookieHeaders(answer)
  if (isOver(answer)) return redirect('/login?notice=session-over', { headers })
  if (answer.code === 'REAUTHENTICATION_REQUIRED') return redirect('/login/confirm?to=%2Fprofile', { headers })
  return answer.code ? refused(answer.code, answer.status) : redirect(`/profile?done=${done}`, { headers })
}

function isOver({ status }: AuthResult): boolean {
  return status === 401
}

function refused(problem: string, status = 400) {
  return data({ problem }, { status })
}
