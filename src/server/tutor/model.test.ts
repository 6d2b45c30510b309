import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createLog, type Log } from '#server/log.ts'
import type { TutorSettings } from '#server/platform/tutor-settings.ts'
import { compatibleOptions, openModel, type ModelEvent } from '#server/tutor/model.ts'
import { openProvider, reportedUsage, type ProviderBehavior, type TestProvider } from '#tests/tutor/provider.ts'
import { createTestTimers, type TestTimers } from '#tests/tutor/timers.ts'

let provider: TestProvider
let lines: string[]
let log: Log
let timers: TestTimers

beforeAll(async () => {
  provider = await openProvider()
})
afterAll(() => provider.close())
beforeEach(() => {
  lines = []
  log = createLog('debug', { write: (line) => void lines.push(line) })
  timers = createTestTimers()
  provider.requests.length = 0
})

const prompt = { rules: 'You are a tutor.', parts: ['<question>', 'Task: help.'] }
const providerText = 'PROVIDER-INTERNALS sk-123'

function settingsOf(variables: Record<string, string> = {}): TutorSettings {
  const { tutor } = readConfig({ TUTOR_URL: provider.url, TUTOR_MODEL: 'test-model', TUTOR_KEY: 'key-of-the-tests', ...variables })
  if (!tutor) throw new Error('No tutor')
  return tutor
}

async function ask(protocol: string, behavior: ProviderBehavior, meanwhile?: () => Promise<void>, signal = new AbortController().signal) {
  provider.behave(behavior)
  const stream = openModel({ settings: settingsOf({ TUTOR_PROTOCOL: protocol }), log, startTimer: timers.start })
  const events: ModelEvent[] = []
  const reading = (async () => {
    for await (const event of stream(prompt, signal)) events.push(event)
  })()
  await meanwhile?.()
  await reading
  const pieces = events.flatMap((event) => (event.type === 'text' ? [event.text] : []))
  const end = events.at(-1)
  return { text: pieces.join(''), pieces, end: end?.type === 'end' ? end : undefined }
}

describe.each(['openai', 'anthropic'])('a model with the protocol %s', (protocol) => {
  test('streams the reply and reports what it used', async () => {
    const { text, end } = await ask(protocol, { type: 'reply', pieces: ['Look at ', 'the dates.'] })
    expect(text).toBe('Look at the dates.')
    expect(end).toEqual({ type: 'end', reason: 'complete', usage: reportedUsage })
    expect(lines).toEqual([])
  })

  test('shows no more of a piece than a reply may have', async () => {
    const { text, end } = await ask(protocol, { type: 'reply', pieces: ['Look. ', 'x'.repeat(500_000), 'More.'] })
    expect(text).toHaveLength(8_000)
    expect(end?.reason).toBe('cutOff')
  })

  test('ends before a character that does not fit, without an empty piece', async () => {
    const { text, end } = await ask(protocol, { type: 'reply', pieces: ['x'.repeat(7_999), '🙂🙂'] })
    expect(text).toBe('x'.repeat(7_999))
    expect(end?.reason).toBe('cutOff')
    const { pieces } = await ask(protocol, { type: 'reply', pieces: ['x'.repeat(8_000), 'More.'] })
    expect(pieces).toEqual(['x'.repeat(8_000)])
  })

  test('sends rules, parts, model, key, and the limit of tokens', async () => {
    await ask(protocol, { type: 'reply', pieces: ['Yes.'] })
    const [{ text, headers, path } = { text: '', headers: '', path: '' }] = provider.requests
    const body = JSON.parse(text) as Record<string, unknown>
    expect(body).toMatchObject({ model: 'test-model', max_tokens: 800, stream: true })
    expect(path).toBe(protocol === 'openai' ? '/v1/chat/completions' : '/v1/messages')
    expect(JSON.stringify(body['messages'])).toContain(
      '"content":[{"type":"text","text":"<question>"},{"type":"text","text":"Task: help."}]',
    )
    expect(text).toContain('You are a tutor.')
    expect(headers).toContain('key-of-the-tests')
  })

  test('reads characters that are split between packets', async () => {
    const { text, end } = await ask(protocol, { type: 'bytes', pieces: ['Prüfe 日付 ', '🙂 genau.'] })
    expect([text, end?.reason]).toEqual(['Prüfe 日付 🙂 genau.', 'complete'])
  })

  test('leaves out what the model thinks', async () => {
    const { text } = await ask(protocol, { type: 'reply', pieces: ['Look.'], thoughts: 'It is surely C.' })
    expect(text).toBe('Look.')
  })

  test.each<[string, ProviderBehavior, string, string]>([
    ['reaches the limit of its length', { type: 'reply', pieces: ['Part'], finish: 'length' }, 'cutOff', 'Part'],
    ['declines', { type: 'reply', pieces: ['No.'], finish: 'content_filter' }, 'refused', 'No.'],
    ['is cut in the middle', { type: 'cut', pieces: ['Part'] }, 'interrupted', 'Part'],
    ['ends without saying so', { type: 'unfinished', pieces: ['Part'] }, 'interrupted', 'Part'],
    ['is cut before the first piece', { type: 'cut', pieces: [] }, 'unavailable', ''],
    ['reports an error in the middle', { type: 'streamError', pieces: ['Part'], message: providerText }, 'interrupted', 'Part'],
    ['is empty', { type: 'reply', pieces: [] }, 'unavailable', ''],
    ['is a page', { type: 'html' }, 'unavailable', ''],
    ['is not JSON', { type: 'malformed' }, 'unavailable', ''],
    ['is an error', { type: 'status', status: 500, message: providerText }, 'unavailable', ''],
    ['says that the key is wrong', { type: 'status', status: 401, message: providerText }, 'unavailable', ''],
    ['says that there are too many requests', { type: 'status', status: 429, message: providerText }, 'busy', ''],
    ['redirects', { type: 'redirect', address: 'http://169.254.169.254/latest/meta-data' }, 'unavailable', ''],
  ])('ends with a reason when the response %s', async (_, behavior, reason, expected) => {
    const { text, end } = await ask(protocol, behavior)
    expect([end?.reason, text]).toEqual([reason, expected])
    expect(lines.join('')).not.toMatch(/PROVIDER-INTERNALS|key-of-the-tests|You are a tutor|Part/)
  })

  test('does not follow a redirect', async () => {
    await ask(protocol, { type: 'redirect', address: `${provider.url}/elsewhere` })
    expect(provider.requests).toHaveLength(1)
  })

  test.each<[string, ProviderBehavior, string]>([
    ['never responds', { type: 'silent' }, ''],
    ['stalls', { type: 'stall', pieces: ['Part'] }, 'Part'],
  ])('gives up on a provider that %s', async (_, behavior, expected) => {
    const { text, end } = await ask(protocol, behavior, async () => {
      await provider.until(({ length }) => length === 1)
      // The timer starts again after each piece.
      if (expected !== '') await timers.until(({ started }) => started.filter((ms) => ms === 30_000).length === 2)
      timers.advance(30_000)
    })
    expect([end?.reason, text]).toEqual(['timedOut', expected])
    await provider.until(([request]) => request?.isClosed === true)
  })

  test('gives up on a reply that takes too long, although it goes on', async () => {
    const pieces = ['a']
    const { end } = await ask(protocol, { type: 'stall', pieces }, async () => {
      await timers.until(({ started }) => started.filter((ms) => ms === 30_000).length === 2)
      timers.expire(90_000)
    })
    expect(end?.reason).toBe('timedOut')
  })

  test('stops a reply that never ends', async () => {
    const { text, end } = await ask(protocol, { type: 'endless', pieces: ['Round and round. '] })
    expect(end?.reason).toBe('cutOff')
    expect(text.length).toBeLessThan(9_000)
    await provider.until(([request]) => request?.isClosed === true)
  })

  test('closes the connection when the caller goes away', async () => {
    const leaving = new AbortController()
    const { end } = await ask(
      protocol,
      { type: 'stall', pieces: ['Part'] },
      async () => {
        await timers.until(({ started }) => started.filter((ms) => ms === 30_000).length === 2)
        leaving.abort()
      },
      leaving.signal,
    )
    expect(end?.reason).toBe('stopped')
    await provider.until(([request]) => request?.isClosed === true)
    expect(timers.running()).toBe(0)
  })

  test('estimates the usage if the reply ends early', async () => {
    const { end } = await ask(protocol, { type: 'cut', pieces: ['Part of the reply'] })
    expect(end?.usage.output).toBeGreaterThanOrEqual(5)
    expect(end?.usage.input).toBeGreaterThan(5)
  })
})

describe('the protocol of OpenAI', () => {
  test.each([
    ['https://api.openai.com/v1', { max_completion_tokens: 5, model: 'm' }, undefined],
    ['https://praxam.openai.azure.com/openai/v1', { max_completion_tokens: 5, model: 'm' }, 'secret'],
    ['https://praxam.services.ai.azure.com/openai/v1', { max_completion_tokens: 5, model: 'm' }, 'secret'],
    ['http://localhost:11434/v1', undefined, undefined],
    ['https://azure.com.example/v1', undefined, undefined],
  ])('at %s has the limit and the key as it expects them', (url, body, header) => {
    const options = compatibleOptions({ url, key: 'secret' })
    expect(options.transformRequestBody?.({ max_tokens: 5, model: 'm' })).toEqual(body)
    expect(options.headers?.['api-key']).toBe(header)
    expect(options.apiKey).toBe('secret')
  })
})

describe('a model', () => {
  test('is reported as unavailable if nothing listens at its address', async () => {
    const settings = settingsOf({ TUTOR_URL: 'http://127.0.0.1:9/v1' })
    const events: ModelEvent[] = []
    for await (const event of openModel({ settings, log, startTimer: timers.start })(prompt, new AbortController().signal))
      events.push(event)
    expect(events).toMatchObject([{ type: 'end', reason: 'unavailable' }])
    expect(lines).toHaveLength(1)
  })
})
