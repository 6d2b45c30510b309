/** Reads the account forms, and checks their fields in the browser and on the server. */
import { splitLanguage } from '#exam/languages.ts'

/** Maximum length of an address and of any other field except `to`, in characters. Source for the address: RFC 5321, section 4.5.3.1. */
const lengthMax = { email: 254, other: 1024 }

/**
 * Checks only the shape of an address, not whether the address exists. Like better-auth, it accepts no accented letters,
 * no quotation marks, and no dot at either end or next to another dot. Source: spec §5.
 */
const emailShape = /^[\w+'-]+(?:\.[\w+'-]+)*(?<!')@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/** Minimum length of a password in the sign-in form. New passwords have separate rules. Source: spec §5. */
const signInPasswordMin = 6

/** Codes of `problems` in `web/text/en/accounts.ts`. */
export type SignInFieldProblem = 'EMAIL_INVALID' | 'SIGN_IN_PASSWORD_SHORT' | 'FIELDS_BLANK'
export type UnreadableFormProblem = 'FIELD_TWICE' | 'FIELD_TOO_LONG' | 'FIELD_UNREADABLE'

export function emailProblem(email: string): SignInFieldProblem | undefined {
  return emailShape.test(email.trim()) ? undefined : 'EMAIL_INVALID'
}

/** Checks blank fields first, then the address, then the length of the password. Source: spec §5. */
export function signInProblem(email: string, password: string): SignInFieldProblem | undefined {
  if (!email.trim() || !password.trim()) return 'FIELDS_BLANK'
  return emailProblem(email) ?? signInPasswordProblem(password)
}

export function signInPasswordProblem(password: string): SignInFieldProblem | undefined {
  return password.length < signInPasswordMin ? 'SIGN_IN_PASSWORD_SHORT' : undefined
}

export type FormFields<Name extends string> = { values: Record<Name, string>; problem: UnreadableFormProblem | undefined }

/**
 * Reads the named fields of a form. A missing field is blank. Spaces around the email address are removed; other fields stay unchanged.
 * `problem` is set if the form cannot be read, or if a field is sent twice, unreadable, or too long.
 */
export async function readFields<Name extends string>(request: Request, names: readonly Name[]): Promise<FormFields<Name>> {
  const form = await request.formData().catch(() => undefined)
  const values = {} as Record<Name, string>
  let problem: UnreadableFormProblem | undefined = form ? undefined : 'FIELD_UNREADABLE'
  for (const name of names) {
    const sent = form?.getAll(name) ?? []
    const text = sent[0] ?? ''
    if (sent.length > 1) problem = 'FIELD_TWICE'
    else if (typeof text !== 'string' || text.includes('\uFFFD') || text.includes('\0')) problem = 'FIELD_UNREADABLE'
    // `to` is a hidden field, which the user cannot shorten.
    else if (text.length > (name === 'email' ? lengthMax.email : lengthMax.other) && name !== 'to') problem = 'FIELD_TOO_LONG'
    values[name] = typeof text === 'string' ? (name === 'email' ? text.trim() : text) : ''
  }
  return { values, problem }
}

/** A redirect target without its language, if it is a path on this site; otherwise `fallback`. Redirects add the language of the page. */
export function pathOnThisSite(target: string | null | undefined, fallback = '/profile'): string {
  const base = 'https://this.site'
  if (!target?.startsWith('/') || !URL.canParse(target, base)) return fallback
  const url = new URL(target, base)
  // A browser reads a path that starts with two slashes, such as the path of `/.//elsewhere`, as another host.
  const { path } = splitLanguage(url.pathname)
  return url.origin === base && !path.startsWith('//') ? path + url.search + url.hash : fallback
}

/** Decides where the message about a problem appears: below the field that it concerns, or above the form. */
export function splitProblem(problem: string | undefined, fieldCodes: readonly string[]) {
  const isOfField = problem !== undefined && fieldCodes.includes(problem)
  return { fieldProblem: isOfField ? problem : undefined, formProblem: isOfField ? undefined : problem }
}
