/** The settings of the process, read once from the environment. `docs/operating.md` describes them for operators. */
import { BlockList } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import {
  hasScheme,
  host,
  integer,
  isOrigin,
  isStoreAddress,
  namesOneServer,
  parseNetworks,
  parseSecrets,
  path,
  port,
  secretLengthMin,
  yesOrNo,
  type Secret,
} from '#server/platform/config-values.ts'
import { isNearby, tutorOf, tutorVariables, type TutorSettings } from '#server/platform/tutor-settings.ts'
import { operatorOf, operatorVariables, type Operator } from '#server/platform/operator-settings.ts'

export type Config = {
  port: number
  /** Address to listen on. By default, all addresses if there is a public origin, otherwise 127.0.0.1. */
  host: string | undefined
  /** Absolute path of the folder with the embedded database, secrets, images, and the outbox, unless other settings replace these. */
  dataDir: string
  /** Absolute path of the folder in which processes share the assets of their builds. */
  assetsDir: string
  /** Address of a PostgreSQL server. Without it, the embedded database is used. */
  databaseUrl: string | undefined
  /** Public scheme and host of the site behind a proxy: `https://praxam.example`. */
  publicOrigin: string | undefined
  /** The mail server. Without it, every message is written to `outbox` in the data folder. */
  smtp: { url: string; from: string } | undefined
  /** Recipient of messages from the contact form. */
  contactAddress: string
  /** The operator, as shown in the legal notice. */
  operator: Operator
  /** Networks whose `X-Forwarded-For` header is trusted. If empty, the address of the connection is used. */
  trustedProxies: BlockList
  /** Whether administrators need a second factor for /admin. */
  secondFactorForAdministrators: boolean
  /** Whether a member must confirm the email address before signing in. */
  confirmedAddressToSignIn: boolean
  /** Secrets from the environment, the current one first. Without them, the secrets in the data folder are used. */
  secrets: Secret[] | undefined
  /** Whether the database may be used with different secrets than before. */
  acceptsNewSecrets: boolean
  /** Absolute path of the file with the identity providers. */
  identityProvidersFile: string | undefined
  captcha: Captcha | undefined
  /** The store of uploaded images. Without it, images are stored in the data folder. */
  s3: S3 | undefined
  /** How the metrics can be read. If missing, there are no metrics. */
  metrics: MetricsSettings | undefined
  /** How long the process still accepts requests after a signal, while it reports that it is not ready. */
  stopDelayMs: number
  /** Settings for shared caches in front of the site. If missing, caches must revalidate each page with the site. */
  edge: EdgeSettings | undefined
  /** The model that answers questions of candidates. Without it, the built-in help answers them. */
  tutor: TutorSettings | undefined
  logLevel: (typeof logLevels)[number]
}

export type Captcha = {
  provider: (typeof captchaProviders)[number]
  siteKey: string
  secretKey: string
  /** Address that verifies captcha responses, instead of the provider's own. */
  verifyUrl: string | undefined
}

/** An S3-compatible store. `endpoint` has no trailing slash. The bucket is part of the path. */
export type S3 = { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }

/** `port` and `host` belong to the separate server for metrics. With `token`, the site also serves the metrics at `/metrics`. */
export type MetricsSettings = { port: number | undefined; host: string; token: string | undefined }

/** `purge` is the address that is notified when public pages have changed. */
export type EdgeSettings = { cacheSeconds: number; purge: { url: string; token: string | undefined } | undefined }

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
const captchaProviders = ['cloudflare-turnstile', 'google-recaptcha', 'hcaptcha'] as const
/** Minimum length of a token, in characters. */
const tokenLengthMin = 16
const edgeCacheSecondsMax = 86_400
/** Longest delay before a stop, in seconds. */
const stopDelaySecondsMax = 300
/** Without a mail server, all mail is written to the outbox, so any address works. */
const defaultContactAddress = 'operator@localhost'
/** In the data folder. Not part of backups. */
export const defaultAssetsFolder = 'assets'
/** Source: spec §3. */
const defaultBucket = 'questions'

/** An invalid setting. The message is one sentence for the operator. */
export class ConfigProblem extends Error {}

const environment = z.object({
  PORT: port('PORT').default(3000),
  HOST: host('HOST'),
  DATA_DIR: path('DATA_DIR', 'folder').default('data'),
  ASSETS_DIR: path('ASSETS_DIR', 'folder').optional(),
  DATABASE_URL: z
    .string()
    .refine(
      namesOneServer,
      'DATABASE_URL must name one host, without target_session_attrs; with several servers, use an address that leads to the primary one, such as HAProxy or a virtual IP address',
    )
    .refine(hasScheme(['postgres:', 'postgresql:']), 'DATABASE_URL must look like postgres://user:password@host:5432/database')
    .optional(),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'PUBLIC_ORIGIN must be a scheme and host without a path, such as https://praxam.example')
    .optional(),
  SMTP_URL: z
    .string()
    .refine(hasScheme(['smtp:', 'smtps:']), 'SMTP_URL must look like smtps://user:password@host:465')
    .optional(),
  MAIL_FROM: z.email('MAIL_FROM must be an email address').optional(),
  CONTACT_ADDRESS: z.email('CONTACT_ADDRESS must be a single email address').optional(),
  ...operatorVariables,
  TRUSTED_PROXIES: z
    .string()
    .refine((text) => parseNetworks(text) !== undefined, 'TRUSTED_PROXIES must be a list such as 10.0.0.0/8, 2001:db8::1')
    .optional(),
  SECOND_FACTOR_FOR_ADMINISTRATORS: yesOrNo('SECOND_FACTOR_FOR_ADMINISTRATORS').optional(),
  CONFIRMED_ADDRESS_TO_SIGN_IN: yesOrNo('CONFIRMED_ADDRESS_TO_SIGN_IN').optional(),
  AUTH_SECRETS: z
    .string()
    .refine(
      (text) => parseSecrets(text) !== undefined,
      `AUTH_SECRETS must be a list such as 2:current,1:earlier with secrets of at least ${secretLengthMin} characters`,
    )
    .transform(parseSecrets)
    .optional(),
  ACCEPT_NEW_SECRETS: yesOrNo('ACCEPT_NEW_SECRETS').optional(),
  IDENTITY_PROVIDERS_FILE: path('IDENTITY_PROVIDERS_FILE', 'file').optional(),
  CAPTCHA_PROVIDER: z.enum(captchaProviders, `CAPTCHA_PROVIDER must be one of ${captchaProviders.join(', ')}`).optional(),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET_KEY: z.string().optional(),
  CAPTCHA_VERIFY_URL: z
    .string()
    .refine(hasScheme(['http:', 'https:']), 'CAPTCHA_VERIFY_URL must be an http or https URL')
    .optional(),
  S3_ENDPOINT: z.string().refine(isStoreAddress, 'S3_ENDPOINT must be a URL without a user name, such as https://s3.example').optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'S3_REGION must be the name of a region, such as eu-west-3')
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]+$/, 'S3_BUCKET must be the name of a bucket: lowercase letters, digits, dots, and hyphens')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  METRICS_PORT: port('METRICS_PORT').optional(),
  METRICS_HOST: host('METRICS_HOST'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]+$/, 'METRICS_TOKEN must consist of letters, digits and . ~ + / = _ -')
    .min(tokenLengthMin, `METRICS_TOKEN must have at least ${tokenLengthMin} characters`)
    .optional(),
  STOP_DELAY_SECONDS: integer('STOP_DELAY_SECONDS', 0, stopDelaySecondsMax).default(0),
  EDGE_CACHE_SECONDS: integer('EDGE_CACHE_SECONDS', 0, edgeCacheSecondsMax).default(0),
  EDGE_PURGE_URL: z
    .string()
    .refine(hasScheme(['http:', 'https:']), 'EDGE_PURGE_URL must be an http or https URL')
    .optional(),
  EDGE_PURGE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'EDGE_PURGE_TOKEN must consist of ASCII characters without spaces')
    .optional(),
  ...tutorVariables,
  LOG_LEVEL: z.enum(logLevels, `LOG_LEVEL must be one of ${logLevels.join(', ')}`).default('info'),
})

/** Variables with a password or a key. Error messages do not contain their values. */
const secretVariables = [
  'DATABASE_URL',
  'SMTP_URL',
  'AUTH_SECRETS',
  'CAPTCHA_SECRET_KEY',
  'S3_ENDPOINT',
  'S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
  'EDGE_PURGE_URL',
  'EDGE_PURGE_TOKEN',
  'TUTOR_URL',
  'TUTOR_KEY',
]

/**
 * Reads the settings. An empty variable counts as not set.
 *
 * @throws {ConfigProblem} with the name of the variable and the expected format
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const values = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const parsed = environment.safeParse(values)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    throw new ConfigProblem(secretVariables.includes(name) ? `${issue?.message}.` : `${issue?.message}; it is "${values[name]}".`)
  }
  const { data } = parsed
  const publicOrigin = data.PUBLIC_ORIGIN && new URL(data.PUBLIC_ORIGIN).origin
  if (data.SMTP_URL && !data.MAIL_FROM) throw new ConfigProblem('MAIL_FROM must be set together with SMTP_URL.')
  const tutor = tutorOf(data)
  if ('problem' in tutor) throw new ConfigProblem(tutor.problem)
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(data.DATA_DIR),
    assetsDir: resolve(data.ASSETS_DIR ?? join(data.DATA_DIR, defaultAssetsFolder)),
    databaseUrl: data.DATABASE_URL,
    publicOrigin,
    smtp: data.SMTP_URL && data.MAIL_FROM ? { url: data.SMTP_URL, from: data.MAIL_FROM } : undefined,
    contactAddress: data.CONTACT_ADDRESS ?? data.MAIL_FROM ?? defaultContactAddress,
    operator: operatorOf(data),
    // Otherwise all clients behind a proxy on this machine would have the same address.
    trustedProxies: parseNetworks(data.TRUSTED_PROXIES ?? (publicOrigin ? '127.0.0.0/8, ::1' : '')) ?? new BlockList(),
    secondFactorForAdministrators: data.SECOND_FACTOR_FOR_ADMINISTRATORS ?? publicOrigin?.startsWith('https:') ?? false,
    confirmedAddressToSignIn: data.CONFIRMED_ADDRESS_TO_SIGN_IN ?? data.SMTP_URL !== undefined,
    secrets: data.AUTH_SECRETS,
    acceptsNewSecrets: data.ACCEPT_NEW_SECRETS ?? false,
    identityProvidersFile: data.IDENTITY_PROVIDERS_FILE && resolve(data.IDENTITY_PROVIDERS_FILE),
    captcha: captchaOf(data),
    s3: s3Of(data),
    metrics: metricsOf(data),
    stopDelayMs: data.STOP_DELAY_SECONDS * 1000,
    edge: edgeOf(data),
    ...tutor,
    logLevel: data.LOG_LEVEL,
  }
}

function captchaOf(data: z.infer<typeof environment>): Captcha | undefined {
  if (!data.CAPTCHA_PROVIDER) return undefined
  if (!data.CAPTCHA_SITE_KEY || !data.CAPTCHA_SECRET_KEY)
    throw new ConfigProblem('CAPTCHA_SITE_KEY and CAPTCHA_SECRET_KEY must be set together with CAPTCHA_PROVIDER.')
  return {
    provider: data.CAPTCHA_PROVIDER,
    siteKey: data.CAPTCHA_SITE_KEY,
    secretKey: data.CAPTCHA_SECRET_KEY,
    verifyUrl: data.CAPTCHA_VERIFY_URL,
  }
}

function s3Of(data: z.infer<typeof environment>): S3 | undefined {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = data
  if (S3_ENDPOINT && S3_REGION && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    return {
      endpoint: S3_ENDPOINT.replace(/\/+$/, ''),
      region: S3_REGION,
      bucket: S3_BUCKET ?? defaultBucket,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    }
  }
  if (S3_ENDPOINT ?? S3_REGION ?? S3_BUCKET ?? S3_ACCESS_KEY_ID ?? S3_SECRET_ACCESS_KEY)
    throw new ConfigProblem('S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.')
  return undefined
}

function metricsOf({ PORT, METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: z.infer<typeof environment>): MetricsSettings | undefined {
  if (METRICS_PORT === PORT) throw new ConfigProblem('METRICS_PORT must differ from PORT.')
  if (METRICS_HOST && !METRICS_PORT) throw new ConfigProblem('METRICS_PORT must be set together with METRICS_HOST.')
  if (!METRICS_PORT && !METRICS_TOKEN) return undefined
  return { port: METRICS_PORT, host: METRICS_HOST ?? '127.0.0.1', token: METRICS_TOKEN }
}

function edgeOf({ EDGE_CACHE_SECONDS, EDGE_PURGE_URL, EDGE_PURGE_TOKEN }: z.infer<typeof environment>): EdgeSettings | undefined {
  if (EDGE_PURGE_URL && EDGE_CACHE_SECONDS === 0) throw new ConfigProblem('EDGE_CACHE_SECONDS must be set together with EDGE_PURGE_URL.')
  if (EDGE_PURGE_TOKEN && !EDGE_PURGE_URL) throw new ConfigProblem('EDGE_PURGE_URL must be set together with EDGE_PURGE_TOKEN.')
  if (EDGE_CACHE_SECONDS === 0) return undefined
  return { cacheSeconds: EDGE_CACHE_SECONDS, purge: EDGE_PURGE_URL ? { url: EDGE_PURGE_URL, token: EDGE_PURGE_TOKEN } : undefined }
}

/** Warnings for the operator about valid settings. */
export function listWarnings({ tutor }: Pick<Config, 'tutor'>): string[] {
  const budget = 'The tutor has no monthly budget; set TUTOR_MONTHLY_TOKENS or TUTOR_MONTHLY_COST'
  return tutor && !tutor.budget && !isNearby(tutor) ? [budget] : []
}

/** Scheme and host of the site, without a trailing slash: the public ones if they are set, otherwise `localhost`. */
export function siteOrigin({ publicOrigin, port }: Pick<Config, 'publicOrigin' | 'port'>): string {
  return publicOrigin ?? `http://localhost:${port}`
}
