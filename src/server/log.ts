/**
 * The log: one JSON object per line on standard output. It removes secrets and statement parameters at every depth.
 *
 * | input | output |
 * |---|---|
 * | an error | only name, message, code, constraint, stack frames, cause, and the errors of an `AggregateError` |
 * | `{ password: 'x' }`, `{ cookie: 'x' }`, `{ resetToken: 'x' }` | `'[hidden]'` instead of the value |
 * | `'postgres://ada:x@db:5432/praxam'` | `'postgres://[hidden]@db:5432/praxam'` |
 * | `'https://praxam.example/reset?token=x'` | `'https://praxam.example/reset'` |
 * | `'token=x'`, `'{"code":"x"}'` | the value hidden |
 * | `'Bearer x'`, with 16 characters or more in place of `x` | the value hidden |
 * | `'/results/x/card.png'`, the address of a shared result, with 16 characters or more in place of `x` | `'/results/[hidden]/card.png'` |
 * | another spelling of that path: `'/Results//%78'` | the decoded path, with the segment hidden |
 * | a client, a request, a function | `'[Client]'`, `'[Request]'`, `'[function]'` |
 */
import { randomFillSync } from 'node:crypto'
import { pino } from 'pino'
import type { Config } from '#server/config.ts'
import { withSourceFile } from '#server/platform/source-file.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** `context` contains searchable values, with an error under `error`. `message` is a fixed sentence without values. */
export type Log = Record<Level, (context: object, message: string) => void>

/** Receives the lines, each with a line feed. */
type LogDestination = { write: (line: string) => void }

/** Creates a log of all messages from `level` up. */
export function createLog(level: Config['logLevel'], destination: LogDestination = pino.destination({ dest: 1, sync: true })): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
  const createWriter = (at: Level) => (context: object, message: string) => {
    if (logger.isLevelEnabled(at)) logger[at](printable(asContext(context)), withoutSecrets(message))
  }
  return onEachLevel(createWriter)
}

/** A log that adds these values to the context of every line. */
export function withLogContext(log: Log, extra: object): Log {
  return onEachLevel((at) => (context, message) => log[at]({ ...extra, ...asContext(context) }, message))
}

function onEachLevel(writer: (at: Level) => Log[Level]): Log {
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}

function asContext(context: object): object {
  return context instanceof Error ? { error: context } : context
}

/** Digits and letters that are easy to read aloud and to write down: no I, L, O, or U. */
const referenceLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A short random reference for a request: `'7KQ2-M9TX'`. */
export function createReference(): string {
  if (randomBytesUsed === randomBytes.length) {
    randomFillSync(randomBytes)
    randomBytesUsed = 0
  }
  const bytes = randomBytes.subarray(randomBytesUsed, (randomBytesUsed += referenceLength))
  const letters = Array.from(bytes, (byte) => referenceLetters[byte % referenceLetters.length]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

const referenceLength = 8
/** Random bytes for the next references. Every request needs one, and asking the system each time takes longer than the rest. */
const randomBytes = Buffer.alloc(128 * referenceLength)
let randomBytesUsed = randomBytes.length

const hidden = '[hidden]'
/** Maximum depth, and maximum number of entries of an object or a list. */
const depthMax = 6
const entriesMax = 50

/** Names in lowercase without `-` and `_`. Statements, their parameters, and row details contain personal data. */
const secretNames =
  /password|passphrase|secret|token|cookie|authorization|credential|session|apikey|databaseurl|smtpurl|connection|(?<!status|error|exit)codes?$|^(?:otp|nonce|sql|query|params|parameters|values|body|detail)s?$/

function printable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutSecrets(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'symbol' || typeof value === 'function') return `[${typeof value}]`
  if (typeof value !== 'object' || value === null) return value
  if (depth > depthMax) return '[…]'
  if (value instanceof Error) return printableError(value, depth)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof URL) return withoutSecrets(value.href)
  if (value instanceof Headers) return printableEntries([...value], depth)
  if (Array.isArray(value)) return value.slice(0, entriesMax).map((each) => printable(each, depth + 1))
  return isPlain(value) ? printableEntries(Object.entries(value), depth) : `[${value.constructor.name}]`
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function printableEntries(entries: [string, unknown][], depth: number): Record<string, unknown> {
  return Object.fromEntries(
    entries.slice(0, entriesMax).map(([name, value]) => [name, isSecret(name) ? hidden : printable(value, depth + 1)]),
  )
}

function isSecret(name: string): boolean {
  return secretNames.test(name.toLowerCase().replaceAll(/[-_]/g, ''))
}

/** Database errors contain the statement with its parameters, other errors the request. So only these properties are written. */
function printableError(error: Error, depth: number): Record<string, unknown> {
  const { code, constraint, errors } = error as { code?: unknown; constraint?: unknown; errors?: unknown }
  return {
    name: error.name,
    message: withoutSecrets(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    // The first lines of a stack repeat the message.
    stack: error.stack?.match(/^ +at .+$/gm)?.map((frame) => withoutSecrets(withSourceFile(frame.trim()))) ?? [],
    ...(error.cause !== undefined && { cause: printable(error.cause, depth + 1) }),
    ...(Array.isArray(errors) && { errors: printable(errors, depth + 1) }),
  }
}

function withoutSecrets(text: string): string {
  return text
    .replaceAll(/\b((?!file:)[a-z][a-z0-9+.-]*:\/\/)[^\s"'<>]*@/gi, `$1${hidden}@`)
    .replaceAll(/(\/[^\s?"'<>]*)\?[^\s"'<>)]+/g, '$1')
    .replaceAll(/\/[^\s?"'<>]*/g, hideTokenInPath)
    .replaceAll(/([\w-]*(?:password|secret|token|code|cookie|api_?key)[\w-]*)(=|\\?"\s*:\s*\\?")[^\s"'&,;}\\]+/gi, `$1$2${hidden}`)
    .replaceAll(/\b(Bearer|Basic)\s+[\w.~+/=-]{16,}/g, `$1 ${hidden}`)
}

/** The segment after `results` or `reset-password`, even after several slashes, or slashes that JSON escaped. */
const tokenSegment = /([\\/](?:results|reset-password)[\\/](?:\.?[\\/])*)([^\\/]{16,})/gi
/** A file in a stack frame or a message. The tokens of reset links have 24 characters, those of shared results 32. */
const sourceFileSegment = /^(?![\w-]{24})[\w.-]+\.[cm]?[jt]sx?(?:[:)]|$)/

/** The path as it is unless it has a token. */
function hideTokenInPath(path: string): string {
  const decoded = path.includes('%') ? decodePath(path) : path
  const safe = decoded.replaceAll(tokenSegment, (whole, start: string, segment: string) =>
    sourceFileSegment.test(segment) ? whole : `${start}${hidden}`,
  )
  return safe === decoded ? path : safe
}

/** Characters that are not encoded correctly remain. */
function decodePath(path: string): string {
  return path.replaceAll(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}
