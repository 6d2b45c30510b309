/**
 * The model: sends a prompt to the configured provider and returns the reply piece by piece. The provider's address comes only from the
 * configuration, and redirects are not followed. The provider's error messages are neither returned nor logged.
 */
import { APICallError, type LanguageModelV4, type LanguageModelV4Prompt, type LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { estimateTokens, type TutorPrompt } from '#exam/tutor/prompt.ts'
import type { Log } from '#server/log.ts'
import { onFirstUse } from '#server/platform/on-first-use.ts'
import type { TutorSettings } from '#server/platform/tutor-settings.ts'
import { fetchBounded } from '#server/tutor/fetch-bounded.ts'
import { startTimer as startRealTimer, type StartTimer } from '#server/tutor/timers.ts'

/** Why a model stopped. `stopped`: the caller stopped it. For the other reasons, see `TutorEndReason`. */
export type ModelEndReason = 'complete' | 'cutOff' | 'interrupted' | 'unavailable' | 'timedOut' | 'refused' | 'busy' | 'stopped'

/** `input` and `output`: number of tokens as reported by the provider, otherwise an estimate. */
export type ModelUsage = { input: number; output: number }

/** Pieces of the reply, then one end. The model's reasoning is not part of the reply. */
export type ModelEvent = { type: 'text'; text: string } | { type: 'end'; reason: ModelEndReason; usage: ModelUsage }

/** Never throws. Ends soon after the signal is aborted. */
export type StreamModel = (prompt: TutorPrompt, signal: AbortSignal) => AsyncGenerator<ModelEvent, void>

type ModelOptions = { settings: TutorSettings; log: Log; startTimer?: StartTimer }

/** Hosts of OpenAI and Azure. Their newer models refuse the older name of the token limit, and all their models accept the newer name. */
const newerLimitHosts = /^api\.openai\.com$|\.(?:openai|services\.ai|cognitiveservices)\.azure\.com$/
/** Azure accepts the key of a resource in the header `api-key`. Only the newer version of its API also accepts it in `Authorization`. */
const azureHosts = /\.azure\.com$/

/** A model that ignores the token limit is stopped at this many characters per token. */
const charactersPerTokenMax = 10

export function openModel({ settings, log, startTimer = startRealTimer }: ModelOptions): StreamModel {
  // Loads the library when a candidate first asks, because most sites have no tutor.
  const opened = onFirstUse(() => createModel(settings))
  const { timeoutMs, silenceMs, outputTokensMax } = settings
  return async function* (prompt, signal) {
    const stopping = new AbortController()
    let hasTimedOut = false
    const expire = () => {
      hasTimedOut = true
      stopping.abort()
    }
    const stop = () => stopping.abort()
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    const endTimeout = startTimer(expire, timeoutMs)
    let endSilence = startTimer(expire, silenceMs)
    let [characters, thought] = [0, 0]
    let usage: Partial<ModelUsage> = {}
    const endedWith = (reason: ModelEndReason): ModelEvent => {
      const estimate = { input: estimateTokens(textOf(prompt)), output: Math.ceil((characters + thought) / 3) }
      return { type: 'end', reason, usage: { input: usage.input ?? estimate.input, output: usage.output ?? estimate.output } }
    }
    try {
      const call = { prompt: toMessages(prompt), maxOutputTokens: outputTokensMax, abortSignal: stopping.signal }
      const model = await opened.get()
      const { stream } = await untilAborted(model.doStream(call), stopping.signal)
      for await (const part of readParts(stream, stopping.signal)) {
        if (part.type === 'error') throw part.error
        if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
          endSilence()
          endSilence = startTimer(expire, silenceMs)
        }
        // One piece may be longer than a whole reply.
        const room = outputTokensMax * charactersPerTokenMax - characters - thought
        if (part.type === 'reasoning-delta') thought += part.delta.length
        if (part.type === 'text-delta' && part.delta !== '') {
          const text = part.delta.length > room ? cut(part.delta, room) : part.delta
          characters += text.length
          if (text !== '') yield { type: 'text', text }
          if (text.length < part.delta.length) return yield endedWith('cutOff')
        }
        if (characters + thought > outputTokensMax * charactersPerTokenMax) return yield endedWith('cutOff')
        if (part.type === 'finish') {
          const { inputTokens, outputTokens } = part.usage
          usage = {
            ...(inputTokens.total !== undefined && { input: inputTokens.total }),
            ...(outputTokens.total !== undefined && { output: outputTokens.total }),
          }
          return yield endedWith(reasonOf(part.finishReason.unified, characters > 0))
        }
      }
      yield endedWith(characters > 0 ? 'interrupted' : 'unavailable')
    } catch (error) {
      const reason = hasTimedOut ? 'timedOut' : signal.aborted ? 'stopped' : failureOf(error, characters > 0)
      if (reason !== 'stopped') log.warn({ reason, ...describe(error) }, 'The tutor got no complete reply')
      yield endedWith(reason)
    } finally {
      // This also stops the model when the caller leaves the loop.
      stopping.abort()
      endTimeout()
      endSilence()
      signal.removeEventListener('abort', stop)
    }
  }
}

/** Cuts a text without leaving half a character at the end. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

async function createModel({ url, protocol, model, key }: TutorSettings): Promise<LanguageModelV4> {
  if (protocol === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    // Without a key, the library would look for one in the environment.
    return createAnthropic({ baseURL: url, apiKey: key ?? '', fetch: fetchBounded })(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({ ...compatibleOptions({ url, key }), fetch: fetchBounded })(model)
}

/** The library options for OpenAI, Azure, and other providers with their protocol. */
export function compatibleOptions({ url, key }: Pick<TutorSettings, 'url' | 'key'>) {
  const { hostname } = new URL(url)
  return {
    name: 'tutor',
    baseURL: url,
    includeUsage: true,
    ...(key && { apiKey: key }),
    ...(key && azureHosts.test(hostname) && { headers: { 'api-key': key } }),
    ...(newerLimitHosts.test(hostname) && {
      transformRequestBody: ({ max_tokens: limit, ...body }: Record<string, unknown>) => ({ ...body, max_completion_tokens: limit }),
    }),
  }
}

/** The rules are the system message. The material and the candidate's message are separate parts. */
function toMessages({ rules, parts }: TutorPrompt): LanguageModelV4Prompt {
  return [
    { role: 'system', content: rules },
    { role: 'user', content: parts.map((text) => ({ type: 'text', text })) },
  ]
}

function textOf({ rules, parts }: TutorPrompt): string {
  return [rules, ...parts].join('\n')
}

async function* readParts(stream: ReadableStream<LanguageModelV4StreamPart>, signal: AbortSignal) {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await untilAborted(reader.read(), signal)
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/** Rejects as soon as the signal is aborted, even if the provider or a proxy keeps the request open. */
function untilAborted<Value>(started: PromiseLike<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Error('The request to the model was aborted'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
    const release = () => signal.removeEventListener('abort', onAbort)
    started.then(resolve, reject).then(release, release)
  })
}

type FinishReason = Extract<LanguageModelV4StreamPart, { type: 'finish' }>['finishReason']['unified']

function reasonOf(finish: FinishReason, hasText: boolean): ModelEndReason {
  if (finish === 'content-filter') return 'refused'
  if (finish === 'length') return 'cutOff'
  if (finish === 'error' || finish === 'interrupted') return hasText ? 'interrupted' : 'unavailable'
  return hasText ? 'complete' : 'unavailable'
}

/** Providers respond with 429, or 529 in Anthropic's protocol, when they are overloaded. */
function failureOf(error: unknown, hasText: boolean): ModelEndReason {
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  if (status === 429 || status === 529) return 'busy'
  return hasText ? 'interrupted' : 'unavailable'
}

/** Errors of the library contain the prompt and the response, so only what identifies the failure is logged. */
function describe(error: unknown): { error: string; status?: number; cause?: string } {
  if (!(error instanceof Error)) return { error: typeof error }
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return { error: error.name, ...(status && { status }), ...(typeof code === 'string' && /^\w{1,40}$/.test(code) && { cause: code }) }
}
