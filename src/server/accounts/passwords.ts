/** Rules for new passwords: their length, not a common password, and not the name in the email address. */
import { passwordLengths } from '#exam/passwords.ts'

/** Why a password is refused. The texts are in `web/text/en/accounts.ts` under the same names. */
export type PasswordWeakness = 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'PASSWORD_TOO_COMMON' | 'PASSWORD_CONTAINS_NAME'

/** Shorter names occur in too many words. */
const nameLengthMin = 3

/** All weaknesses, so that the user can fix them together. Spaces at either end do not count toward the length. */
export async function findPasswordWeaknesses(password: string, email: string): Promise<PasswordWeakness[]> {
  const reasons: [PasswordWeakness, boolean][] = [
    ['PASSWORD_TOO_SHORT', password.trim().length < passwordLengths.min],
    ['PASSWORD_TOO_LONG', password.length > passwordLengths.max],
    ['PASSWORD_TOO_COMMON', await isCommon(password)],
    ['PASSWORD_CONTAINS_NAME', containsName(password, email)],
  ]
  return reasons.filter(([, applies]) => applies).map(([reason]) => reason)
}

function containsName(password: string, email: string): boolean {
  const name = email.slice(0, Math.max(0, email.lastIndexOf('@'))).toLowerCase()
  return name.length >= nameLengthMin && password.toLowerCase().includes(name)
}

let common: Promise<ReadonlySet<string>> | undefined

/** Whether it is one of the 49,000 most frequent passwords in leaks, in any case. */
async function isCommon(password: string): Promise<boolean> {
  // The list is 400 KB and only needed here, so it is loaded on first use.
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return (await common).has(password.toLowerCase())
}
