/** What a new password has to be like, beyond its length: not one that everybody tries first, and not the person's name. */

/** In characters, both. */
export const passwordLengthMin = 8
export const passwordLengthMax = 128

/** Why a password is refused. The words for people are in `web/text/en/accounts.ts` under the same names. */
export type PasswordWeakness = 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'PASSWORD_TOO_COMMON' | 'PASSWORD_CONTAINS_NAME'

/** A name of one or two letters is in too many words to mean anything. */
const nameLengthMin = 3

/** All reasons, so that nobody has to find them one after the other. Spaces at the ends do not count. */
export async function findPasswordWeaknesses(password: string, email: string): Promise<PasswordWeakness[]> {
  const reasons: [PasswordWeakness, boolean][] = [
    ['PASSWORD_TOO_SHORT', password.trim().length < passwordLengthMin],
    ['PASSWORD_TOO_LONG', password.length > passwordLengthMax],
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

/** Whether it is among the 49,000 passwords seen most often in leaks, whatever its capitals. */
async function isCommon(password: string): Promise<boolean> {
  // Some 400 KB that only this question needs.
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return (await common).has(password.toLowerCase())
}
