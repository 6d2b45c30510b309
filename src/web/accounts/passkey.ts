/** Signs in with a passkey, and adds passkeys, through the browser's own API. Source: Web Authentication, level 3. */
import { useState, useSyncExternalStore } from 'react'

/** Why a passkey could not be used or added. The texts are in `web/text/en/accounts.ts` under the same codes. */
export type PasskeyProblem = 'PASSKEY_FAILED' | 'PASSKEY_UNSUPPORTED' | 'PASSKEY_KNOWN' | 'REAUTHENTICATION_REQUIRED' | 'TOO_MANY_ATTEMPTS'

type PasskeyResult = { problem: PasskeyProblem } | { problem: undefined; needsSecondFactor: boolean }

/** Whether this browser supports passkeys on this origin. */
function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** The state of a control that uses a passkey. `isOffered` is `false` until scripts run, and in browsers without passkeys. */
export function usePasskey() {
  const isOffered = useSyncExternalStore(neverChanges, supportsPasskeys, () => false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<PasskeyProblem>()
  const run = async (use: () => Promise<PasskeyResult>) => {
    setBusy(true)
    const result = await use()
    setBusy(false)
    setProblem(result.problem)
    return result
  }
  return { isOffered, isBusy, problem, run }
}

const neverChanges = () => () => undefined

/** Signs in with a passkey that the user chooses. */
export async function signInWithPasskey(): Promise<PasskeyResult> {
  return ceremony('/api/auth/passkey/generate-authenticate-options', '/api/auth/passkey/verify-authentication', async (options) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
    return { response: await navigator.credentials.get({ publicKey }) }
  })
}

/** Adds a passkey to the account of the signed-in member. */
export async function addPasskey(name: string): Promise<PasskeyResult> {
  return ceremony('/api/auth/passkey/generate-register-options', '/api/auth/passkey/verify-registration', async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
    return { response: await navigator.credentials.create({ publicKey }), name }
  })
}

type NamedCredential = { response: Credential | null; name?: string }

async function ceremony(
  optionsUrl: string,
  verifyUrl: string,
  request: (options: unknown) => Promise<NamedCredential>,
): Promise<PasskeyResult> {
  if (!supportsPasskeys()) return { problem: 'PASSKEY_UNSUPPORTED' }
  try {
    const options = await fetch(optionsUrl)
    if (!options.ok) return { problem: await readProblem(options) }
    const { response, name } = await request(await options.json())
    if (!(response instanceof PublicKeyCredential)) return { problem: 'PASSKEY_FAILED' }
    const verified = await fetch(verifyUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ response: response.toJSON(), ...(name && { name }) }),
    })
    if (!verified.ok) return { problem: await readProblem(verified) }
    const { twoFactorRedirect } = (await verified.json()) as { twoFactorRedirect?: boolean }
    return { problem: undefined, needsSecondFactor: twoFactorRedirect === true }
  } catch (error) {
    // The browser throws an InvalidStateError when the device already has a passkey for the account.
    return { problem: error instanceof DOMException && error.name === 'InvalidStateError' ? 'PASSKEY_KNOWN' : 'PASSKEY_FAILED' }
  }
}

async function readProblem(response: Response): Promise<PasskeyProblem> {
  if (response.status === 429) return 'TOO_MANY_ATTEMPTS'
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  return code === 'REAUTHENTICATION_REQUIRED' ? code : 'PASSKEY_FAILED'
}
