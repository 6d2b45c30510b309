/** What the rest of the house needs of accounts, made once. */
import { createAccountMail } from '#server/accounts/account-mail.ts'
import type { AccountMail } from '#server/accounts/account-mail.ts'
import { createAuth } from '#server/accounts/auth.ts'
import type { Auth, AuthOptions } from '#server/accounts/auth.ts'
import { findAuthorizationUrl } from '#server/accounts/identity-providers.ts'
import type { IdentityProvider } from '#server/accounts/identity-providers.ts'
import type { Captcha, Config } from '#server/config.ts'
import type { ThirdPartyOrigins } from '#server/http/csp.ts'

export type Accounts = {
  /** Made anew when a provider turns up that did not answer before: read it where it is used. */
  readonly auth: Auth
  mail: AccountMail
  policy: AccountPolicy
  /** Other sites that the pages of accounts work with. */
  readonly thirdPartyOrigins: ThirdPartyOrigins
  /** Whether one can sign in with the provider now. One that did not answer is asked again, for seconds at most. */
  reachProvider: (id: string) => Promise<boolean>
}

/** What pages say and ask, by the settings of this installation. */
export type AccountPolicy = {
  secondFactorForAdministrators: boolean
  confirmedAddressToSignIn: boolean
  /** Whether mail reaches people, or only the folder `outbox`. */
  canSendMail: boolean
  providers: readonly { id: string; name: string; domains: readonly string[] }[]
  captcha: Pick<Captcha, 'provider' | 'siteKey'> | undefined
}

type Parts = Omit<AuthOptions, 'config' | 'mail'> & {
  config: Pick<Config, 'confirmedAddressToSignIn' | 'secondFactorForAdministrators' | 'captcha' | 'smtp'>
}

export async function openAccounts({ config, providers, ...parts }: Parts): Promise<Accounts> {
  const mail = createAccountMail({ db: parts.db, origin: parts.origin, jobs: parts.jobs, secretKey: parts.secrets[0]?.value ?? '' })
  const reached = new Map<IdentityProvider, string>()
  const reach = async (provider: IdentityProvider) => {
    const address = await findAuthorizationUrl(provider)
    if (address) reached.set(provider, new URL(address).origin)
    else
      parts.log.warn({ provider: provider.id }, 'An identity provider does not describe itself; it is asked again when somebody needs it')
  }
  const make = () => createAuth({ ...parts, config, mail, providers: [...reached.keys()] })

  await Promise.all(providers.map(reach))
  let auth = make()
  return {
    get auth() {
      return auth
    },
    mail,
    policy: {
      secondFactorForAdministrators: config.secondFactorForAdministrators,
      confirmedAddressToSignIn: config.confirmedAddressToSignIn,
      canSendMail: config.smtp !== undefined,
      providers: providers.map(({ id, name, domains }) => ({ id, name, domains })),
      captcha: config.captcha && { provider: config.captcha.provider, siteKey: config.captcha.siteKey },
    },
    get thirdPartyOrigins() {
      const issuers = providers.map(({ issuer }) => new URL(issuer).origin)
      return {
        forms: [...new Set([...issuers, ...reached.values()])],
        scripts: config.captcha ? captchaOrigins[config.captcha.provider] : [],
      }
    },
    reachProvider: async (id) => {
      const provider = providers.find((each) => each.id === id)
      if (provider && !reached.has(provider)) {
        await reach(provider)
        if (reached.has(provider)) auth = make()
      }
      return provider !== undefined && reached.has(provider)
    },
  }
}

/** Where the scripts and frames of a captcha come from. Source: the providers' own notes on content policies. */
const captchaOrigins: Record<Captcha['provider'], readonly string[]> = {
  'cloudflare-turnstile': ['https://challenges.cloudflare.com'],
  'google-recaptcha': ['https://www.google.com', 'https://www.gstatic.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
}
