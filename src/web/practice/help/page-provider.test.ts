import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { start } from '#exam/attempt.ts'
import { hideAnswerKey } from '#exam/help/help-request.ts'
import type { TutorEndReason, TutorEvent } from '#exam/tutor/tutor-contract.ts'
import type { FormattedReply, HelpQuery } from '#web/practice/help/help-provider.ts'
import { help } from '#web/text/en/help.ts'
import { aQuestion } from '#tests/factories.ts'

const question = aQuestion()
const query: HelpQuery = {
  caseStudy: undefined,
  answer: ['A'],
  steps: [],
  isRevealed: false,
  question: hideAnswerKey(question),
  attempt: start('mb-800', 'all', [question.id], 1, { seed: 'seed' }),
  version: 3,
  message: 'Explain simply',
  action: { type: 'simple' },
  hintsGiven: 0,
  turns: [],
  seen: [],
}
const status = { name: 'Test Model', recipient: 'here', silenceMs: 5_000 }
const sources = [{ number: 1, title: 'A page', address: 'https://docs.example/page', checkedOn: null }]

type Sent = { path: string; body: Record<string, unknown> | undefined }
let sent: Sent[]

beforeEach(() => {
  vi.resetModules()
  sent = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Answer = (path: string, signal: AbortSignal | undefined) => Response | Promise<Response>

function serve(answer: Answer, tutor: typeof status | null = status): void {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    sent.push({ path, body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : undefined })
    if (init.method === undefined && path === '/api/tutor') return Response.json({ tutor })
    return answer(path, init.signal ?? undefined)
  })
}

/** A response in pieces of a few bytes, so that lines and characters are split. */
function streamOf(events: readonly TutorEvent[], { isCut = false, bytes = 7 } = {}): Response {
  const all = new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  let position = 0
  return new Response(
    new ReadableStream({
      pull: (controller) => {
        if (position < all.length) controller.enqueue(all.slice(position, (position += bytes)))
        else if (isCut) controller.error(new Error('cut'))
        else controller.close()
      },
    }),
  )
}

const replyOf = (text: string, reason: TutorEndReason, values = {}): TutorEvent[] => [
  { type: 'start', isRevealed: false },
  { type: 'sources', sources },
  { type: 'text', text },
  { type: 'end', reason, ...values },
]

async function ask(values: Partial<HelpQuery> = {}, signal = new AbortController().signal): Promise<FormattedReply[]> {
  const { pageProvider } = await import('#web/practice/help/page-provider.ts')
  const replies: FormattedReply[] = []
  const asked = { ...query, ...values } as HelpQuery
  for await (const reply of pageProvider.reply(asked, signal) as AsyncIterable<FormattedReply>) replies.push(reply)
  return replies
}
const wordsOf = (reply: FormattedReply | undefined) => JSON.stringify(reply)

describe('the replies of a page with a model', () => {
  test('grow, and cite numbered sources', async () => {
    serve(() => streamOf(replyOf('Prüfe [1] 日付.\n- Eins\n- Zwei', 'complete')))
    const replies = await ask({ action: { type: 'hint', stage: 2 } })
    expect(replies.at(-1)).toEqual({
      title: help.reply.hintOf(2),
      blocks: [
        { type: 'text', text: 'Prüfe [1] 日付.' },
        { type: 'list', items: ['Eins', 'Zwei'], isNumbered: false },
        { type: 'sources', sources },
      ],
      canKeep: true,
    })
    expect(sent[1]?.body).toMatchObject({
      questionId: question.id,
      version: 3,
      attemptId: null,
      isRevealed: false,
      seed: 'seed',
      language: 'en',
    })
    expect(JSON.stringify(sent)).not.toMatch(/Payment terms hold|chases late/)
  })

  test.each<[string, Answer, string, boolean]>([
    ['is refused', () => streamOf(replyOf('Part', 'refused')), help.ends.refused, false],
    ['is withheld', () => streamOf(replyOf('Part', 'withheld')), help.ends.withheld, false],
    ['is cut off', () => streamOf(replyOf('Part', 'cutOff')), help.ends.cutOff, true],
    ['times out', () => streamOf(replyOf('Part', 'timedOut')), help.ends.timedOut, true],
    ['loses its connection', () => streamOf(replyOf('Part', 'complete').slice(0, 3), { isCut: true }), help.ends.interrupted, true],
    ['has no end', () => streamOf(replyOf('Part', 'complete').slice(0, 3)), help.ends.interrupted, true],
    ['is over the budget', () => streamOf([{ type: 'end', reason: 'overBudget' }]), help.ends.overBudget, false],
    ['is a page', () => new Response('<!doctype html><p>Gateway', { status: 200 }), help.ends.unavailable, false],
    ['is an error', () => new Response('no', { status: 500 }), help.ends.unavailable, false],
    ['does not arrive', () => Promise.reject(new TypeError('Failed to fetch')), help.ends.unavailable, false],
    ['is one too many', () => streamOf([{ type: 'end', reason: 'tooMany', retryAfterSeconds: 7_200 }]), help.ends.tooMany(7_200), false],
  ])('continue with the built-in help and one sentence when the reply %s', async (_, answer, sentence, keepsPart) => {
    serve(answer)
    const last = (await ask()).at(-1)
    expect(last?.blocks.filter(({ type }) => type === 'notice')).toEqual([{ type: 'notice', text: sentence }])
    expect(wordsOf(last)).toContain('The question asks:')
    expect(wordsOf(last).includes('"Part"')).toBe(keepsPart)
  })

  test('continue with the built-in help when the server falls silent', async () => {
    vi.useFakeTimers()
    serve(
      (_, signal) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))),
    )
    const asking = ask()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(wordsOf((await asking).at(-1))).toContain(help.ends.timedOut)
  })

  test('send a guest’s reveal with a statement of the server, which is requested once', async () => {
    serve((path) =>
      sent.at(-1)?.body?.['revealed']
        ? Response.json({ statement: '9.x', expiresAt: Date.now() + 1e6 })
        : streamOf(replyOf(path, 'complete')),
    )
    await ask({ isRevealed: true, question })
    await ask({ isRevealed: true, question })
    expect(sent.filter(({ body }) => body?.['revealed'])).toHaveLength(1)
    expect(sent.filter(({ body }) => body?.['statement'] === '9.x' && body['isRevealed'] === true)).toHaveLength(2)
  })

  test('are built in while the browser is offline, with one sentence', async () => {
    serve(() => streamOf(replyOf('Part', 'complete')))
    await ask()
    vi.stubGlobal('navigator', { onLine: false })
    expect(wordsOf((await ask()).at(-1))).toContain(help.ends.offline)
    expect(sent.filter(({ path, body }) => path === '/api/tutor' && body)).toHaveLength(1)
  })
})

describe('the replies of a page without a model', () => {
  test('are built in, without a word about a model', async () => {
    vi.useFakeTimers()
    serve(() => Promise.reject(new Error('Not expected')), null)
    const asking = ask()
    await vi.advanceTimersByTimeAsync(2_000)
    const replies = await asking
    expect(replies).toHaveLength(1)
    expect(wordsOf(replies[0])).toContain('The question asks:')
    expect(wordsOf(replies[0])).not.toMatch(/model/i)
    expect(sent).toEqual([{ path: '/api/tutor', body: undefined }])
  })

  test('can be questions of the bank', async () => {
    const followUp = { id: 'q', text: 'T', options: ['A'], answer: 'A', explanation: 'E', reference: null }
    serve(() => Response.json({ question: followUp }), null)
    expect(await ask({ action: { type: 'followUp' }, seen: ['x'] })).toEqual([{ blocks: [{ type: 'followUp', question: followUp }] }])
    expect(sent.at(-1)?.path).toBe(`/api/tutor/follow-up?question=${question.id}&seen=x`)
  })
})
