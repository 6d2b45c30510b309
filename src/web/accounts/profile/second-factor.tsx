/** `/profile/second-factor`: turns the codes of an authenticator app on and off, and makes new backup codes. */
import { useEffect, useRef } from 'react'
import { Form, data, redirect } from 'react-router'
import { pathOnThisSite, readFields } from '#web/accounts/account-form.ts'
import { cookieHeaders } from '#web/accounts/cookie-headers.ts'
import { getRecentlyAuthenticatedViewer, getViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { ProfilePage } from '#web/layout/profile-page.tsx'
import { createQrCode } from '#web/accounts/profile/qr-code.ts'
import type { QrCode } from '#web/accounts/profile/qr-code.ts'
import { problemText } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'
import { Field } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/second-factor.ts'
import { callAuth, readOwnAccount } from '#server/accounts/index.ts'
import type { AuthResult } from '#server/accounts/index.ts'

const whenOn = '/profile?done=second-factor-on'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { id, hasSecondFactor, isAdministrator } = await getRecentlyAuthenticatedViewer(context, request)
  const { db, accounts } = context.get(servicesContext)
  const { hasPassword } = await readOwnAccount(db, id, new Date())
  const isNeeded = isAdministrator && accounts.policy.secondFactorForAdministrators && !hasSecondFactor
  return { isOn: hasSecondFactor, isNeeded, hasPassword, to: pathOnThisSite(url.searchParams.get('to'), whenOn) }
}

/** What one needs to set up an app. `uri` and the backup codes come back with the first code, because nobody keeps them in between. */
type Setup = { uri: string; secret: string; picture: QrCode; backupCodes: string[] }
type Answer = { problem: string | undefined; setup: Setup | undefined; backupCodes: string[] }

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['do', 'password', 'code', 'uri', 'backupCodes', 'to'])
  // Getting an app may take longer than a sign-in stays fresh; without the key, which was shown to a fresh one, there is no code.
  await (values.do === 'finish' ? getViewer : getRecentlyAuthenticatedViewer)(context, request)
  const { accounts } = context.get(servicesContext)
  const password = values.password ? { password: values.password } : {}
  if (problem) return answered({ problem }, 400)
  switch (values.do) {
    case 'begin': {
      const answer = await callAuth(accounts, request, '/two-factor/enable', password)
      return answer.code
        ? refused(answer)
        : answered({ setup: readSetup(textOf(answer.body['totpURI']), listOf(answer.body['backupCodes'])) }, 200)
    }
    case 'finish': {
      const answer = await callAuth(accounts, request, '/two-factor/verify-totp', { code: values.code.replaceAll(/\s/g, '') })
      if (answer.code) return refused(answer, readSetup(values.uri, values.backupCodes.split(' ')))
      return redirect(pathOnThisSite(values.to, whenOn), { headers: cookieHeaders(answer) })
    }
    case 'codes': {
      const answer = await callAuth(accounts, request, '/two-factor/generate-backup-codes', password)
      return answer.code ? refused(answer) : answered({ backupCodes: listOf(answer.body['backupCodes']) }, 200)
    }
    case 'off': {
      const answer = await callAuth(accounts, request, '/two-factor/disable', password)
      return answer.code ? refused(answer) : redirect('/profile?done=second-factor-off', { headers: cookieHeaders(answer) })
    }
    default:
      return answered({ problem: 'FIELD_UNREADABLE' }, 400)
  }
}

function answered(given: Partial<Answer>, status: number, headers: [string, string][] = []) {
  return data<Answer>({ problem: undefined, setup: undefined, backupCodes: [], ...given }, { status, headers })
}

function refused(answer: AuthResult, setup?: Setup) {
  return answered({ problem: answer.code, setup }, answer.status, cookieHeaders(answer))
}

/** `undefined` when it is not the address of a key. */
function readSetup(uri: string, backupCodes: string[]): Setup | undefined {
  if (!uri.startsWith('otpauth://totp/') || !URL.canParse(uri)) return undefined
  return { uri, secret: new URL(uri).searchParams.get('secret') ?? '', picture: createQrCode(uri), backupCodes }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : []
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { isOn, isNeeded, hasPassword, to } = loaderData
  const { problem, setup, backupCodes = [] } = actionData ?? {}
  const passwordProblem = problem === 'INVALID_PASSWORD' ? problemText(problem) : undefined
  const done = isOn ? (backupCodes.length > 0 ? profile.newCodesMade : profile.factorIsOn) : undefined
  return (
    <ProfilePage
      title={profile.factorTitle}
      problem={passwordProblem || (setup && problem === 'INVALID_CODE') ? undefined : problem}
      done={problem ? undefined : done}
    >
      {backupCodes.length > 0 && <BackupCodes codes={backupCodes} />}
      {setup && !isOn ? (
        <FinishForm setup={setup} to={to} problem={problem} />
      ) : (
        <Form className="flow" method="post" noValidate>
          {!isOn && <p className="soft">{profile.factorWhat}</p>}
          {isNeeded && <p>{profile.factorForAdministrators}</p>}
          {hasPassword && (
            <Field
              name="password"
              label={profile.factorPassword}
              type="password"
              autoComplete="current-password"
              problem={passwordProblem}
            />
          )}
          {isOn ? (
            <p className="row">
              <SubmitButton label={profile.newCodes} busy={profile.preparing} name="do" value="codes" />
              <SubmitButton label={profile.turnOff} busy={profile.turningOff} kind="danger" name="do" value="off" />
            </p>
          ) : (
            <SubmitButton label={profile.beginFactor} busy={profile.preparing} kind="primary" size="large" name="do" value="begin" />
          )}
        </Form>
      )}
    </ProfilePage>
  )
}

function FinishForm({ setup, to, problem }: { setup: Setup; to: string; problem: string | undefined }) {
  const { uri, secret, picture, backupCodes } = setup
  const beginning = useRef<HTMLHeadingElement>(null)
  // The button that led here is gone, and the focus with it.
  useEffect(() => beginning.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <h2 ref={beginning} tabIndex={-1}>
        {profile.scanTitle}
      </h2>
      <p className="soft">{profile.scan}</p>
      <svg
        className="qr"
        viewBox={`0 0 ${picture.size} ${picture.size}`}
        role="img"
        aria-label={profile.picture}
        shapeRendering="crispEdges"
      >
        <path d={picture.path} />
      </svg>
      <p className="soft">{profile.typeKey}</p>
      <p>
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <h2>{profile.keepTitle}</h2>
      <p className="soft">{profile.keep}</p>
      <BackupCodes codes={backupCodes} />
      <h2>{profile.finishTitle}</h2>
      <Form className="flow" method="post" noValidate>
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="uri" value={uri} />
        <input type="hidden" name="backupCodes" value={backupCodes.join(' ')} />
        <Field
          name="code"
          label={profile.code}
          hint={profile.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          problem={problem === 'INVALID_CODE' ? problemText(problem) : undefined}
        />
        <p className="soft">{profile.factorEnds}</p>
        <SubmitButton label={profile.finishFactor} busy={profile.turningOn} kind="primary" size="large" name="do" value="finish" />
      </Form>
    </>
  )
}

function BackupCodes({ codes }: { codes: readonly string[] }) {
  return (
    <ul className="codes" role="list">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  )
}
