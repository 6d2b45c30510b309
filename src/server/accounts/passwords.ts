/**
 * Rules for new passwords: a minimum and maximum length, not easy to guess, and without the name in the email address.
 *
 * | Easy to guess | Rule |
 * |---|---|
 * | `Password1!`, `qwertyuiop1234`, `aaaaaaaaaaaaaaaa`, `mb-800exam` | fewer than a million guesses as estimated by zxcvbn |
 * | `aaaabbbbcccc`, `letmein letmein` | the same, with each run of one character, or each word, counted once |
 * | `praxam praxam`, `dynamics365!`, `Winter2026!` | too little is left after removing words of the site and the address, frequent words, and years |
 * | `liverpool1` | in a list of leaked passwords, ignoring case |
 */
import { passwordLengths } from '#exam/passwords.ts'

/** Why a password is refused. The texts are in `web/text/en/accounts.ts` under the same names. */
export type PasswordWeakness = 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'PASSWORD_TOO_COMMON' | 'PASSWORD_CONTAINS_NAME'

/** Shorter names occur in too many words. */
const nameLengthMin = 3

/** All weaknesses, so that the user can fix them together. Spaces at either end do not count toward the minimum length. */
export async function findPasswordWeaknesses(password: string, email: string): Promise<PasswordWeakness[]> {
  const reasons: [PasswordWeakness, boolean][] = [
    ['PASSWORD_TOO_SHORT', password.trim().length < passwordLengths.min],
    ['PASSWORD_TOO_LONG', password.length > passwordLengths.max],
    ['PASSWORD_TOO_COMMON', await isEasyToGuess(password, email)],
    ['PASSWORD_CONTAINS_NAME', containsName(password, email)],
  ]
  return reasons.filter(([, applies]) => applies).map(([reason]) => reason)
}

function containsName(password: string, email: string): boolean {
  const name = email.slice(0, Math.max(0, email.lastIndexOf('@'))).toLowerCase()
  return name.length >= nameLengthMin && password.toLowerCase().includes(name)
}

/** An attacker who has a hash makes about a thousand guesses a second. Eight random letters take a hundred million guesses. */
const guessesMin = 1_000_000
/** Longer passwords take too much time to examine, and a strong beginning is enough. */
const examinedLengthMax = 50

const siteWords = [
  'praxam microsoft dynamics power platform business central certification practice exam',
  'copilot studio dataverse automate azure fabric office teams sharepoint windows outlook examen certificat',
]
/** Seasons and months in English and French, seasons in German, and frequent passwords in French. Without accents. */
const commonWords = [
  'winter spring summer autumn hiver printemps automne sommer herbst fruhling',
  'january february march april june july august september october november december',
  'janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre',
  'mot-de-passe bienvenue bonjour bonsoir je-t-aime azerty soleil doudou loulou chouchou coucou amour chocolat princesse licorne',
  'vacances famille maison papillon football marseille toulouse bordeaux france changez-moi',
]
const listedWords = [...siteWords, ...commonWords].flatMap((line) => line.split(' '))

/** `az-900`, `pl300pl300`. In the middle of letters or digits, this is not the number of a certification. */
const certificationIds = /(?<![\p{L}\d])(?:[a-z]{2}-?\d{3})+(?!\d)/giu
const year = /(?<!\d)(?:19|20)\d{2}(?!\d)/g

async function isEasyToGuess(password: string, email: string): Promise<boolean> {
  estimator ??= openEstimator()
  const { isCommon, estimateGuesses } = await estimator
  const own = removeKnownParts(password, email)
  // All texts are examined, because known words can contain double letters.
  const examined = [own, own.replaceAll(/(.)\1+/gu, '$1'), eachWordOnce(own)].map((text) => text.trim().slice(0, examinedLengthMax))
  return isCommon(password) || [...new Set(examined)].some((text) => estimateGuesses(text) < guessesMin)
}

/** `'Password-password'` → `'password'`. A text without repeated words stays the same. */
function eachWordOnce(text: string): string {
  const words = text.toLowerCase().split(/[^\p{L}\d]+/u)
  const once = new Set(words)
  return once.size < words.length ? [...once].join(' ') : text
}

/** Listed words, words of the address, years, and numbers of certifications do not count: an attacker tries them first. */
function removeKnownParts(password: string, email: string): string {
  const ofAddress = withoutAccents(email.toLowerCase())
    .split(/[^\p{L}]+/u)
    .filter(({ length }) => length >= nameLengthMin)
  const longestFirst = [...listedWords, ...ofAddress].toSorted((one, other) => other.length - one.length)
  return longestFirst
    .reduce((left, word) => left.replaceAll(new RegExp(word.replaceAll('-', String.raw`[^\p{L}\d]*`), 'giu'), ''), withoutAccents(password))
    .replaceAll(certificationIds, '')
    .replaceAll(year, '')
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC')
}

type GuessEstimator = { isCommon: (password: string) => boolean; estimateGuesses: (password: string) => number }

let estimator: Promise<GuessEstimator> | undefined

/** The lists take 430 KB and are only needed here, so they are loaded on first use. */
async function openEstimator(): Promise<GuessEstimator> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const common = new Set(dictionary['passwords-common'])
  const zxcvbn = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary })
  return {
    isCommon: (password) => common.has(password.toLowerCase()),
    estimateGuesses: (password) => (password === '' ? 0 : zxcvbn.check(password).guesses),
  }
}
