/**
 * A provider of a model for tests: speaks the protocols of OpenAI (`/v1/chat/completions`) and Anthropic (`/v1/messages`) with their real
 * stream formats, can be told to misbehave, and records every byte that it receives.
 *
 * | behavior       | what it does                                                                            |
 * |----------------|-----------------------------------------------------------------------------------------|
 * | `reply`        | streams the pieces, then the reason of the end (default: `stop`) and the usage          |
 * | `bytes`        | the same, one byte per write, so that characters and events are split                   |
 * | `silent`       | accepts the request and never responds                                                  |
 * | `stall`        | streams the pieces, then nothing more                                                   |
 * | `cut`          | streams the pieces, then breaks the connection                                          |
 * | `unfinished`   | streams the pieces, then ends the response without a reason                             |
 * | `endless`      | repeats the first piece until the connection is closed                                  |
 * | `status`       | an error of the protocol with this status and message                                   |
 * | `streamError`  | streams the pieces, then an error event with this message                               |
 * | `html`         | a page with status 200                                                                  |
 * | `malformed`    | events that are not JSON                                                                |
 * | `redirect`     | redirects to this address                                                               |
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ProviderFinish = 'stop' | 'length' | 'content_filter'

export type ProviderBehavior =
  | { type: 'reply' | 'bytes'; pieces: readonly string[]; finish?: ProviderFinish; thoughts?: string; usage?: false }
  | { type: 'stall' | 'cut' | 'unfinished' | 'endless'; pieces: readonly string[] }
  | { type: 'streamError'; pieces: readonly string[]; message: string }
  | { type: 'status'; status: number; message: string }
  | { type: 'redirect'; address: string }
  | { type: 'silent' | 'html' | 'malformed' }

/**
 * A request as it arrived: `text` is the body, `headers` are in the order of arrival, and `isClosed` says whether the client has closed the
 * connection.
 */
export type ProviderRequest = { path: string; text: string; headers: string; isClosed: boolean }

export type TestProvider = {
  /** With a trailing `/v1`, for `TUTOR_URL`. */
  url: string
  requests: ProviderRequest[]
  /** Sets how the next requests are answered. A function gets each request and returns a behavior. */
  behave: (behavior: ProviderBehavior | ((request: ProviderRequest) => ProviderBehavior)) => void
  /** Resolves when the requests so far meet the condition. */
  until: (isReached: (requests: readonly ProviderRequest[]) => boolean) => Promise<void>
  close: () => Promise<void>
}

/** The token counts that every complete reply reports. */
export const reportedUsage = { input: 321, output: 45 }

export async function openProvider(): Promise<TestProvider> {
  const requests: ProviderRequest[] = []
  let watchers: (() => void)[] = []
  let behaviorOf: (request: ProviderRequest) => ProviderBehavior = () => ({ type: 'reply', pieces: ['Look at the dates.'] })
  const notify = () => {
    for (const watch of watchers) watch()
  }

  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const headers = request.rawHeaders.join('\n')
      const received: ProviderRequest = { path: request.url ?? '', text, headers, isClosed: false }
      requests.push(received)
      response.on('close', () => {
        received.isClosed = !response.writableFinished
        notify()
      })
      notify()
      return answer(response, received, behaviorOf(received))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    behave: (behavior) => {
      behaviorOf = typeof behavior === 'function' ? behavior : () => behavior
    },
    until: (isReached) =>
      new Promise((resolve) => {
        const watch = () => {
          if (!isReached(requests)) return
          watchers = watchers.filter((other) => other !== watch)
          resolve()
        }
        watchers.push(watch)
        watch()
      }),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

async function answer(response: ServerResponse, { path }: ProviderRequest, behavior: ProviderBehavior): Promise<void> {
  const protocol = path.endsWith('/messages') ? anthropic : openAi
  if ('pieces' in behavior) return stream(response, protocol, behavior)
  switch (behavior.type) {
    case 'silent':
      return
    case 'status':
      response.writeHead(behavior.status, { 'Content-Type': 'application/json' })
      return void response.end(JSON.stringify(protocol.error(behavior.message)))
    case 'redirect':
      response.writeHead(307, { Location: behavior.address })
      return void response.end()
    case 'html':
      response.writeHead(200, { 'Content-Type': 'text/html' })
      return void response.end('<!doctype html><title>Gateway</title><p>data: {"choices":[]}</p>')
    case 'malformed':
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      return void response.end('data: {"choices":[{"delta":{"content":"Half\n\ndata: <html>\n\n')
  }
}

type StreamBehavior = Extract<ProviderBehavior, { pieces: readonly string[] }>

async function stream(response: ServerResponse, protocol: Protocol, behavior: StreamBehavior): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
  const write = async (text: string) => {
    if (response.destroyed) return
    const bytes = Buffer.from(text)
    const pieces = behavior.type === 'bytes' ? [...bytes].map((byte) => Buffer.from([byte])) : [bytes]
    // Each write is sent separately, and waits until the previous one is sent.
    for (const piece of pieces) await new Promise((resolve) => response.write(piece, resolve))
  }
  await write(protocol.start('thoughts' in behavior ? behavior.thoughts : undefined))
  for (const piece of behavior.pieces) await write(protocol.piece(piece))
  switch (behavior.type) {
    case 'stall':
      return
    case 'cut':
      return void response.destroy()
    case 'unfinished':
      return void response.end()
    case 'endless':
      while (!response.destroyed) await write(protocol.piece(behavior.pieces[0] ?? ''))
      return
    case 'streamError':
      await write(protocol.event(protocol.error(behavior.message)))
      return void response.end()
    case 'reply':
    case 'bytes':
      await write(protocol.end(behavior.finish ?? 'stop', behavior.usage !== false))
      response.end()
  }
}

type Protocol = {
  start: (thoughts: string | undefined) => string
  piece: (text: string) => string
  end: (finish: ProviderFinish, hasUsage: boolean) => string
  error: (message: string) => { type?: string; error: object }
  event: (value: { type?: string }) => string
}

const openAiEvent = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const chunk = (delta: object, finish: string | null = null) =>
  openAiEvent({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test-model',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })

const openAi: Protocol = {
  start: (thoughts) => chunk({ role: 'assistant', content: '' }) + (thoughts ? chunk({ reasoning_content: thoughts }) : ''),
  piece: (content) => chunk({ content }),
  end: (finish, hasUsage) => {
    const { input, output } = reportedUsage
    const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
    const last = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'test-model', choices: [], usage }
    return `${chunk({}, finish)}${hasUsage ? openAiEvent(last) : ''}data: [DONE]\n\n`
  },
  error: (message) => ({ error: { message, type: 'server_error', param: null, code: null } }),
  event: openAiEvent,
}

const anthropicEvent = (value: { type?: string }) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`
const stopReasons = { stop: 'end_turn', length: 'max_tokens', content_filter: 'refusal' } as const
const block = (index: number, content: object) => anthropicEvent({ type: 'content_block_start', index, content_block: content } as object)
const delta = (index: number, value: object) => anthropicEvent({ type: 'content_block_delta', index, delta: value } as object)
const endOfBlock = (index: number) => anthropicEvent({ type: 'content_block_stop', index } as object)

/** The text is block 1, so that block 0 can contain thoughts. */
const anthropic: Protocol = {
  start: (thoughts) => {
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'test-model',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: reportedUsage.input, output_tokens: 1 },
    }
    const thinking = thoughts
      ? block(0, { type: 'thinking', thinking: '', signature: '' }) +
        delta(0, { type: 'thinking_delta', thinking: thoughts }) +
        endOfBlock(0)
      : ''
    return anthropicEvent({ type: 'message_start', message } as object) + thinking + block(1, { type: 'text', text: '' })
  },
  piece: (text) => delta(1, { type: 'text_delta', text }),
  end: (finish) =>
    endOfBlock(1) +
    anthropicEvent({
      type: 'message_delta',
      delta: { stop_reason: stopReasons[finish], stop_sequence: null },
      usage: { output_tokens: reportedUsage.output },
    } as object) +
    anthropicEvent({ type: 'message_stop' }),
  error: (message) => ({ type: 'error', error: { type: 'overloaded_error', message } }),
  event: anthropicEvent,
}
