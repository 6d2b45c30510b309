/** The settings of the tutor: which model replies, how long it may take, and what it may use. */
import { isIP } from 'node:net'
import { z } from 'zod'
import { integer, isStoreAddress } from '#server/platform/config-values.ts'

export type TutorSettings = {
  /** Base address of the API, without a trailing slash: `http://localhost:11434/v1`. */
  url: string
  protocol: TutorProtocol
  model: string
  key: string | undefined
  /** Name of the tutor on screen, and the recipient of what candidates send. */
  name: string
  recipient: string
  /** The longest time from the request to the end of the reply. */
  timeoutMs: number
  /** The longest wait for the first or the next piece of a reply. */
  silenceMs: number
  inputTokensMax: number
  outputTokensMax: number
  /** Maximum number of simultaneous requests per process. */
  concurrency: number
  /** Maximum number of requests in 24 hours. */
  daily: { perMember: number; perNetwork: number; total: number }
  budget: MonthlyBudget | undefined
}

/** The most that a month may use: the sum of tokens, each multiplied by its price. With prices of 1, `max` is a number of tokens. */
export type MonthlyBudget = { max: number; inputPrice: number; outputPrice: number }

const tutorProtocols = ['openai', 'anthropic'] as const
export type TutorProtocol = (typeof tutorProtocols)[number]

const anthropicHost = 'api.anthropic.com'
const million = 1_000_000

const text = (name: string) =>
  z
    .string()
    .regex(/^[^\p{Cc}]{1,120}$/u, `${name} must be a text of at most 120 characters`)
    .transform((value) => value.trim())
const amount = (name: string) =>
  z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,6})?$/, `${name} must be a number such as 0.15`)
    .transform(Number)

/** Checks of the variables, for `config.ts`. */
export const tutorVariables = {
  TUTOR_URL: z
    .string()
    .refine(isStoreAddress, 'TUTOR_URL must be a URL without a user name, such as http://localhost:11434/v1')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  TUTOR_MODEL: text('TUTOR_MODEL').optional(),
  TUTOR_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'TUTOR_KEY must consist of ASCII characters without spaces')
    .optional(),
  TUTOR_PROTOCOL: z.enum(tutorProtocols, `TUTOR_PROTOCOL must be one of ${tutorProtocols.join(', ')}`).optional(),
  TUTOR_NAME: text('TUTOR_NAME').optional(),
  TUTOR_RECIPIENT: text('TUTOR_RECIPIENT').optional(),
  TUTOR_TIMEOUT_SECONDS: integer('TUTOR_TIMEOUT_SECONDS', 5, 600).default(90),
  TUTOR_SILENCE_SECONDS: integer('TUTOR_SILENCE_SECONDS', 2, 600).default(30),
  TUTOR_INPUT_TOKENS: integer('TUTOR_INPUT_TOKENS', 2_000, million).default(8_000),
  TUTOR_OUTPUT_TOKENS: integer('TUTOR_OUTPUT_TOKENS', 50, 100_000).default(800),
  TUTOR_CONCURRENCY: integer('TUTOR_CONCURRENCY', 1, 1_000).default(4),
  TUTOR_DAILY_PER_MEMBER: integer('TUTOR_DAILY_PER_MEMBER', 1, million).default(100),
  TUTOR_DAILY_PER_NETWORK: integer('TUTOR_DAILY_PER_NETWORK', 1, million).default(300),
  TUTOR_DAILY_TOTAL: integer('TUTOR_DAILY_TOTAL', 1, million).default(5_000),
  TUTOR_MONTHLY_TOKENS: integer('TUTOR_MONTHLY_TOKENS', 1, million * million).optional(),
  TUTOR_MONTHLY_COST: amount('TUTOR_MONTHLY_COST').optional(),
  TUTOR_INPUT_PRICE: amount('TUTOR_INPUT_PRICE').optional(),
  TUTOR_OUTPUT_PRICE: amount('TUTOR_OUTPUT_PRICE').optional(),
}

type TutorVariables = z.infer<z.ZodObject<typeof tutorVariables>>

/** The settings; `undefined` if the tutor is not configured. If variables are missing or contradict each other, the problem as a sentence. */
export function tutorOf(data: TutorVariables): { tutor: TutorSettings | undefined } | { problem: string } {
  const { TUTOR_URL: url, TUTOR_MODEL: model, TUTOR_KEY: key } = data
  if (!url && !model && !key) return { tutor: undefined }
  if (!url || !model) return { problem: 'TUTOR_URL and TUTOR_MODEL must be set together.' }
  const { hostname } = new URL(url)
  const protocol = data.TUTOR_PROTOCOL ?? (hostname === anthropicHost ? 'anthropic' : 'openai')
  if (protocol === 'anthropic' && !key) return { problem: 'TUTOR_KEY must be set with the protocol anthropic.' }
  const budget = budgetOf(data)
  if (typeof budget === 'string') return { problem: budget }
  return {
    tutor: {
      url: protocol === 'anthropic' && new URL(url).pathname === '/' ? `${url}/v1` : url,
      protocol,
      model,
      key,
      name: data.TUTOR_NAME ?? model,
      recipient: data.TUTOR_RECIPIENT ?? hostname,
      timeoutMs: data.TUTOR_TIMEOUT_SECONDS * 1000,
      silenceMs: data.TUTOR_SILENCE_SECONDS * 1000,
      inputTokensMax: data.TUTOR_INPUT_TOKENS,
      outputTokensMax: data.TUTOR_OUTPUT_TOKENS,
      concurrency: data.TUTOR_CONCURRENCY,
      daily: { perMember: data.TUTOR_DAILY_PER_MEMBER, perNetwork: data.TUTOR_DAILY_PER_NETWORK, total: data.TUTOR_DAILY_TOTAL },
      budget,
    },
  }
}

function budgetOf(data: TutorVariables): MonthlyBudget | string | undefined {
  const { TUTOR_MONTHLY_TOKENS: tokens, TUTOR_MONTHLY_COST: cost, TUTOR_INPUT_PRICE: inputPrice, TUTOR_OUTPUT_PRICE: outputPrice } = data
  if (tokens !== undefined && cost !== undefined) return 'Set TUTOR_MONTHLY_TOKENS or TUTOR_MONTHLY_COST, not both.'
  if (tokens !== undefined) return { max: tokens, inputPrice: 1, outputPrice: 1 }
  if (cost === undefined && inputPrice === undefined && outputPrice === undefined) return undefined
  if (cost === undefined || inputPrice === undefined || outputPrice === undefined)
    return 'TUTOR_MONTHLY_COST, TUTOR_INPUT_PRICE and TUTOR_OUTPUT_PRICE must be set together.'
  // Prices are per million tokens.
  return { max: cost * million, inputPrice, outputPrice }
}

/** Whether the model runs on this machine or in its network, judging by its address. */
export function isNearby({ url }: Pick<TutorSettings, 'url'>): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0) return host === 'localhost' || !host.includes('.') || /\.(?:local|internal|lan)$/.test(host)
  return /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd])/i.test(host)
}
