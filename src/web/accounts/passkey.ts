/** The two ceremonies of passkeys in the browser, by its own functions. Source: Web Authentication, level 3. */
import { useSyncExternalStore } from 'react'

/** What went wrong, by the codes of `text/en/account.ts`. */
export type PasskeyProblem = 'PASSKEY_FAILED' | 'PASSKEY_UNSUPPORTED' | 'PASSKEY_KNOWN' | 'REAUTHENTICATION_REQUIRED' | 'TOO_MANY_ATTEMPTS'

type Ended = { problem: PasskeyProblem } | { problem: undefined; needsSecondFactor: boolean }

/** Whether this browser knows passkeys, on this address. */
function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** The same for a component: `false` until there are scripts. */
export function usePasskeySupport(): boolean {
  return useSyncExternalStore(neverChanges, supportsPasskeys, () => false)
}

const neverChanges = () => () => undefined

/** Signs in with a passkey that the person chooses. */
export async function signInWithPasskey(): Promise<Ended> {
  return ceremony('/api/auth/passkey/generate-authenticate-options', '/api/auth/passkey/verify-authentication', async (options) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
    return { response: await navigator.credentials.get({ publicKey }) }
  })
}

/** Adds a passkey to the account of whoever is signed in. */
export async function addPasskey(name: string): Promise<Ended> {
  return ceremony('/api/auth/passkey/generate-register-options', '/api/auth/passkey/verify-registration', async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
    return { response: await navigator.credentials.create({ publicKey }), name }
  })
}

type Credential = { response: globalThis.Credential | null; name?: string }

async function ceremony(begin: string, end: string, ask: (options: unknown) => Promise<Credential>): Promise<Ended> {
  if (!supportsPasskeys()) return { problem: 'PASSKEY_UNSUPPORTED' }
  try {
    const begun = await fetch(begin)
    if (!begun.ok) return { problem: await problemOf(begun) }
    const { response, name } = await ask(await begun.json())
    if (!(response instanceof PublicKeyCredential)) return { problem: 'PASSKEY_FAILED' }
    const ended = await fetch(end, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ response: response.toJSON(), ...(name && { name }) }),
    })
    if (!ended.ok) return { problem: await problemOf(ended) }
    const { twoFactorRedirect } = (await ended.json()) as { twoFactorRedirect?: boolean }
    return { problem: undefined, needsSecondFactor: twoFactorRedirect === true }
  } catch (error) {
    // The browser's word for "this device has one already".
    return { problem: error instanceof DOMException && error.name === 'InvalidStateError' ? 'PASSKEY_KNOWN' : 'PASSKEY_FAILED' }
  }
}

async function problemOf(response: Response): Promise<PasskeyProblem> {
  if (response.status === 429) return 'TOO_MANY_ATTEMPTS'
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  return code === 'REAUTHENTICATION_REQUIRED' ? code : 'PASSKEY_FAILED'
}
