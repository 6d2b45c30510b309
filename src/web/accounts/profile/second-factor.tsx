/** `/profile/second-factor`: turns two-step sign-in with an authenticator app on and off, and creates new backup codes. */
import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { accountAction, redirectWithCookies } from '#web/accounts/account-action.ts'
import { pathOnThisSite } from '#web/accounts/account-form.ts'
import { getRecentlyAuthenticatedViewer, getViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { ProfilePage } from '#web/layout/profile/profile-page.tsx'
import { createQrCode, type QrCode } from '#web/accounts/profile/qr-code.ts'
import { optionalProblemText, problemText } from '#text/accounts.ts'
import { profile } from '#text/profile.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { SubmitForm } from '#web/ui/forms/submit-form.tsx'
import type { Route } from './+types/second-factor.ts'
import { readOwnAccount } from '#server/accounts/index.ts'

const whenOn = '/profile/account?done=second-factor-on'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { id, hasSecondFactor, isAdministrator } = await getRecentlyAuthenticatedViewer(context, request)
  const { db, accounts } = context.get(servicesContext)
  const { hasPassword } = await readOwnAccount(db, id, new Date())
  const isNeeded = isAdministrator && accounts.policy.secondFactorForAdministrators && !hasSecondFactor
  return { isOn: hasSecondFactor, isNeeded, hasPassword, to: pathOnThisSite(url.searchParams.get('to'), whenOn) }
}

/**
 * What the member needs to set up an app. better-auth returns it only once, so the form sends `uri` and the backup codes with the first code,
 * to show them again if the code is wrong.
 */
type SecondFactorSetup = { uri: string; secret: string; picture: QrCode; backupCodes: string[] }
type SecondFactorState = { setup: SecondFactorSetup | undefined; backupCodes: string[] }
const initial: SecondFactorState = { setup: undefined, backupCodes: [] }

export const action = accountAction(['do', 'password', 'code', 'uri', 'backupCodes'], initial, async (form) => {
  const { request, context, values, call, respond, refuse } = form
  // Installing an app may take so long that the sign-in is no longer recent. The code requires the secret, which is shown only after a recent
  // sign-in.
  await (values.do === 'finish' ? getViewer : getRecentlyAuthenticatedViewer)(context, request)
  const password = values.password ? { password: values.password } : {}
  switch (values.do) {
    case 'begin': {
      const result = await call('/two-factor/enable', password)
      if (result.code) return refuse(result.code, result)
      return respond({ setup: parseSetup(asText(result.body['totpURI']), asTexts(result.body['backupCodes'])) })
    }
    case 'finish': {
      const result = await call('/two-factor/verify-totp', { code: values.code.replaceAll(/\s/g, '') })
      if (result.code) return respond({ problem: result.code, setup: parseSetup(values.uri, values.backupCodes.split(' ')) }, result)
      return redirectWithCookies(pathOnThisSite(values.to, whenOn), result)
    }
    case 'codes': {
      const result = await call('/two-factor/generate-backup-codes', password)
      return result.code ? refuse(result.code, result) : respond({ backupCodes: asTexts(result.body['backupCodes']) })
    }
    case 'off': {
      const result = await call('/two-factor/disable', password)
      return result.code ? refuse(result.code, result) : redirectWithCookies('/profile/account?done=second-factor-off', result)
    }
    default:
      return refuse('FIELD_UNREADABLE')
  }
})

/** `undefined` unless `uri` contains an authenticator secret. */
function parseSetup(uri: string, backupCodes: string[]): SecondFactorSetup | undefined {
  if (!uri.startsWith('otpauth://totp/') || !URL.canParse(uri)) return undefined
  return { uri, secret: new URL(uri).searchParams.get('secret') ?? '', picture: createQrCode(uri), backupCodes }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(asText) : []
}

export default function ProfileSecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { isOn, isNeeded, hasPassword, to } = loaderData
  const { problem, setup, backupCodes = [] } = actionData ?? {}
  const passwordProblem = problem === 'INVALID_PASSWORD' ? problemText(problem) : undefined
  const done = isOn ? (backupCodes.length > 0 ? profile.newCodesMade : profile.factorIsOn) : undefined
  return (
    <ProfilePage
      title={profile.factorTitle}
      problem={optionalProblemText(passwordProblem || (setup && problem === 'INVALID_CODE') ? undefined : problem)}
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

function FinishForm({ setup, to, problem }: { setup: SecondFactorSetup; to: string; problem: string | undefined }) {
  const { uri, secret, picture, backupCodes } = setup
  const heading = useRef<HTMLHeadingElement>(null)
  // The focus was on the button of the previous form, which is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
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
      <SubmitForm
        hidden={{ to, uri, backupCodes: backupCodes.join(' ') }}
        submit={{ label: profile.finishFactor, busy: profile.turningOn, name: 'do', value: 'finish' }}
      >
        <Field
          name="code"
          label={profile.code}
          hint={profile.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          problem={problem === 'INVALID_CODE' ? problemText(problem) : undefined}
        />
        <p className="soft">{profile.factorEnds}</p>
      </SubmitForm>
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
