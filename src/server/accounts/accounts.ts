/** What the rest of the house needs of accounts, made once. */
import { makeAccountMail } from '#server/accounts/account-mail.ts'
import type { AccountMail } from '#server/accounts/account-mail.ts'
import { makeAuth } from '#server/accounts/auth.ts'
import type { Auth, AuthParts } from '#server/accounts/auth.ts'
import { freshForMs } from '#server/accounts/sign-in-rules.ts'
import type { Captcha, Config } from '#server/config.ts'
import type { Guests } from '#server/http/csp.ts'

export type Accounts = {
  auth: Auth
  mail: AccountMail
  policy: AccountPolicy
  /** Other sites that the pages of accounts work with. */
  guests: Guests
}

/** What pages say and ask, by the settings of this installation. */
export type AccountPolicy = {
  secondFactorForAdministrators: boolean
  confirmedAddressToSignIn: boolean
  /** Whether mail reaches people, or only the folder `outbox`. */
  canSendMail: boolean
  providers: readonly { id: string; name: string; domains: readonly string[] }[]
  captcha: Pick<Captcha, 'provider' | 'siteKey'> | undefined
  freshForMs: number
}

type Parts = Omit<AuthParts, 'config' | 'mail'> & {
  config: Pick<Config, 'confirmedAddressToSignIn' | 'secondFactorForAdministrators' | 'captcha' | 'smtp'>
}

export function openAccounts({ config, ...parts }: Parts): Accounts {
  const mail = makeAccountMail({ db: parts.db, origin: parts.origin, jobs: parts.jobs, secretKey: parts.secrets[0]?.value ?? '' })
  return {
    auth: makeAuth({ ...parts, config, mail }),
    mail,
    policy: {
      secondFactorForAdministrators: config.secondFactorForAdministrators,
      confirmedAddressToSignIn: config.confirmedAddressToSignIn,
      canSendMail: config.smtp !== undefined,
      providers: parts.providers.map(({ id, name, domains }) => ({ id, name, domains })),
      captcha: config.captcha && { provider: config.captcha.provider, siteKey: config.captcha.siteKey },
      freshForMs,
    },
    guests: {
      forms: [...new Set(parts.providers.map(({ issuer }) => new URL(issuer).origin))],
      scripts: config.captcha ? captchaOrigins[config.captcha.provider] : [],
    },
  }
}

/** Where the scripts and frames of a captcha come from. Source: the providers' own notes on content policies. */
const captchaOrigins: Record<Captcha['provider'], readonly string[]> = {
  'cloudflare-turnstile': ['https://challenges.cloudflare.com'],
  'google-recaptcha': ['https://www.google.com', 'https://www.gstatic.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
}
