/** Accounts as one service: better-auth, its mail, and the identity providers that can be reached. */
import { createAccountMail, type AccountMail } from '#server/accounts/account-mail.ts'
import { createAuth, type AuthOptions } from '#server/accounts/auth.ts'
import type { AuthService } from '#server/accounts/call-auth.ts'
import { discoveryTimeoutMs, findAuthorizationUrl, type IdentityProvider } from '#server/accounts/identity-providers.ts'
import { systemClock, type ResponseClock } from '#server/accounts/response-clock.ts'
import type { Captcha, Config } from '#server/config.ts'
import type { ThirdPartyOrigins } from '#server/http/csp.ts'

/** `auth` is replaced when another provider becomes reachable, so read it again for each use. */
export type Accounts = AuthService & {
  mail: AccountMail
  policy: AccountPolicy
  /** Other sites that account pages load scripts from or send forms to. */
  readonly thirdPartyOrigins: ThirdPartyOrigins
  /** Whether users can sign in with the provider now. Waits up to five seconds for a provider that has not responded before. */
  reachProvider: (id: string) => Promise<boolean>
}

/** Settings of this installation that account pages depend on. */
export type AccountPolicy = {
  secondFactorForAdministrators: boolean
  confirmedAddressToSignIn: boolean
  /** Whether mail is sent, rather than written to the folder `outbox`. */
  canSendMail: boolean
  providers: readonly { id: string; name: string; domains: readonly string[] }[]
  captcha: Pick<Captcha, 'provider' | 'siteKey'> | undefined
}

type AccountsOptions = Omit<AuthOptions, 'config' | 'mail' | 'responseClock'> & {
  config: Pick<Config, 'confirmedAddressToSignIn' | 'secondFactorForAdministrators' | 'captcha' | 'smtp'>
  responseClock?: ResponseClock
  providerTimeoutMs?: number
}

export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { config, providers, responseClock = systemClock, providerTimeoutMs = discoveryTimeoutMs, ...authOptions } = options
  const { db, origin, jobs, secrets, log } = authOptions
  const mail = createAccountMail({ db, origin, jobs, secretKey: secrets[0]?.value ?? '' })
  const reachedOrigins = new Map<IdentityProvider, string>()
  const reach = async (provider: IdentityProvider) => {
    const url = await findAuthorizationUrl(provider, providerTimeoutMs)
    if (url) reachedOrigins.set(provider, new URL(url).origin)
    else log.warn({ provider: provider.id }, 'An identity provider did not respond; the next sign-in with it tries again')
  }
  const create = () => createAuth({ ...authOptions, config, mail, responseClock, providers: [...reachedOrigins.keys()] })

  await Promise.all(providers.map(reach))
  let auth = create()
  return {
    get auth() {
      return auth
    },
    responseClock,
    log,
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
        forms: [...new Set([...issuers, ...reachedOrigins.values()])],
        scripts: config.captcha ? captchaOrigins[config.captcha.provider] : [],
      }
    },
    reachProvider: async (id) => {
      const provider = providers.find((each) => each.id === id)
      if (provider && !reachedOrigins.has(provider)) {
        await reach(provider)
        if (reachedOrigins.has(provider)) auth = create()
      }
      return provider !== undefined && reachedOrigins.has(provider)
    },
  }
}

/** Origins of the scripts and frames of each captcha. Source: the providers' documentation on content security policies. */
const captchaOrigins: Record<Captcha['provider'], readonly string[]> = {
  'cloudflare-turnstile': ['https://challenges.cloudflare.com'],
  'google-recaptcha': ['https://www.google.com', 'https://www.gstatic.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
}
