/** Reading what a form of the accounts sent, with the checks that run on blur as well. */

/** Longest address and longest text in a field, in characters. Source for the address: RFC 5321, section 4.5.3.1. */
const lengthMax = { email: 254, other: 1024 }

/**
 * A simple shape only: whether an address exists shows when mail arrives. Letters without accents, no quotation marks, no
 * dot at an end or beside another: what the library takes as well. Source: spec §5.
 */
const emailShape = /^[\w+'-]+(?:\.[\w+'-]+)*(?<!')@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/** Shortest password that the sign-in form sends at all. Source: spec §5; new ones have a rule of their own. */
const signInPasswordMin = 6

/** Codes of `errors` in `web/text/en/accounts.ts`. */
export type SignInFieldProblem = 'EMAIL_INVALID' | 'SIGN_IN_PASSWORD_SHORT' | 'FIELDS_BLANK'
export type UnreadableFormProblem = 'FIELD_TWICE' | 'FIELD_TOO_LONG' | 'FIELD_UNREADABLE'

export function emailProblem(email: string): SignInFieldProblem | undefined {
  return emailShape.test(email.trim()) ? undefined : 'EMAIL_INVALID'
}

/** The specification's order of the sign-in checks: blank, address, length. Source: spec §5. */
export function signInProblem(email: string, password: string): SignInFieldProblem | undefined {
  if (!email.trim() || !password.trim()) return 'FIELDS_BLANK'
  return emailProblem(email) ?? signInPasswordProblem(password)
}

export function signInPasswordProblem(password: string): SignInFieldProblem | undefined {
  return password.length < signInPasswordMin ? 'SIGN_IN_PASSWORD_SHORT' : undefined
}

export type FormFields<Name extends string> = { values: Record<Name, string>; problem: UnreadableFormProblem | undefined }

/**
 * The named fields of a form; a missing one reads as blank. Spaces around an address are dropped, passwords are left
 * as they are. `problem` tells of a request that no form of ours sends.
 */
export async function readFields<Name extends string>(request: Request, names: readonly Name[]): Promise<FormFields<Name>> {
  const form = await request.formData().catch(() => undefined)
  const values = {} as Record<Name, string>
  let problem: UnreadableFormProblem | undefined = form ? undefined : 'FIELD_UNREADABLE'
  for (const name of names) {
    const given = form?.getAll(name) ?? []
    const text = given[0] ?? ''
    if (given.length > 1) problem = 'FIELD_TWICE'
    else if (typeof text !== 'string' || text.includes('\uFFFD') || text.includes('\0')) problem = 'FIELD_UNREADABLE'
    // Nobody sees the way back, so nobody could shorten it.
    else if (text.length > (name === 'email' ? lengthMax.email : lengthMax.other) && name !== 'to') problem = 'FIELD_TOO_LONG'
    values[name] = typeof text === 'string' ? (name === 'email' ? text.trim() : text) : ''
  }
  return { values, problem }
}

/** Where to go on this site, from what an address says; elsewhere and nonsense lead to `fallback`. */
export function pathOnThisSite(wanted: string | null | undefined, fallback = '/profile'): string {
  const base = 'https://this.site'
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, base)) return fallback
  const url = new URL(wanted, base)
  // A path with two slashes in front, such as that of `/.//elsewhere`, would be read as another host.
  return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : fallback
}
