import { describe, expect, test, vi } from 'vitest'
import { start } from '#exam/attempt.ts'
import { hideAnswerKey } from '#exam/help/help-request.ts'
import { builtInProvider, replyDelayMs } from '#web/practice/help/built-in-provider.ts'
import { createConversations, type HelpContext } from '#web/practice/help/conversations.ts'
import type { FormattedReply, HelpProvider, HelpQuery } from '#web/practice/help/help-provider.ts'
import { aQuestion } from '#tests/factories.ts'

const context: HelpContext = {
  caseStudy: undefined,
  answer: [],
  steps: [],
  isRevealed: false,
  question: hideAnswerKey(aQuestion()),
  attempt: start('mb-800', 'all', [aQuestion().id], 1),
  version: 3,
}
const action = { type: 'message', text: 'What is it?' }
const textReply = (text: string): FormattedReply => ({ blocks: [{ type: 'text', text }] })
const providerOf = (reply: HelpProvider['reply']): HelpProvider => ({ reply })
const statusOf = (conversations: ReturnType<typeof createConversations>, key = 'one') => conversations.read(key).exchanges.at(-1)?.status

function defer(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}

describe('conversations with a provider', () => {
  test('show a reply as it grows', async () => {
    const conversations = createConversations(
      providerOf(async function* () {
        yield textReply('An entry')
        await Promise.resolve()
        yield textReply('An entry in a closed year.')
      }),
    )
    const seen: unknown[] = []
    conversations.subscribe(() => seen.push(conversations.read('one').exchanges.at(-1)?.reply?.blocks[0]))
    conversations.ask('one', 'What is it?', context)
    await vi.waitFor(() => expect(statusOf(conversations)).toBe('done'))
    expect(seen).toContainEqual({ type: 'text', text: 'An entry' })
    expect(conversations.read('one').exchanges).toEqual([
      { message: 'What is it?', action, reply: textReply('An entry in a closed year.'), status: 'done' },
    ])
  })

  test('keep the question after a failure, and ask it again', async () => {
    const reply = vi
      .fn<(...args: unknown[]) => Promise<FormattedReply>>()
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValueOnce(textReply('Here.'))
    const conversations = createConversations(providerOf(reply))
    conversations.ask('one', 'What is it?', context)
    await vi.waitFor(() => expect(statusOf(conversations)).toBe('failed'))
    conversations.retry('one', context)
    await vi.waitFor(() => expect(statusOf(conversations)).toBe('done'))
    expect(conversations.read('one').exchanges).toHaveLength(1)
    expect(reply.mock.calls.map(([request]) => (request as { message: string }).message)).toEqual(['What is it?', 'What is it?'])
  })

  test('stop a reply, and keep the part that has arrived', async () => {
    let aborted = false
    const conversations = createConversations(
      providerOf(async function* (_, signal) {
        yield textReply('An entry')
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        aborted = true
        yield textReply('too late')
      }),
    )
    conversations.ask('one', 'What is it?', context)
    await vi.waitFor(() => expect(conversations.read('one').exchanges[0]?.reply).toBeDefined())
    conversations.stop('one')
    await vi.waitFor(() => expect(aborted).toBe(true))
    expect(conversations.read('one').exchanges).toEqual([
      { message: 'What is it?', action, reply: textReply('An entry'), status: 'stopped' },
    ])
  })

  test.each([['another part'], ['its end'], ['its failure']])(
    'ignore %s of a stopped reply after the message was asked again',
    async (what) => {
      const stopped = defer()
      const second = defer()
      const replies = [
        async function* () {
          await stopped.promise
          if (what === 'another part') yield textReply('too late')
          if (what === 'its failure') throw new Error('down')
        },
        async function* () {
          await second.promise
          yield textReply('Here.')
        },
      ]
      const conversations = createConversations(providerOf(() => replies.shift()?.() ?? Promise.reject(new Error('No more replies'))))
      conversations.ask('one', 'What is it?', context)
      conversations.stop('one')
      conversations.retry('one', context)
      stopped.resolve()
      await new Promise(setImmediate)
      expect(conversations.read('one').exchanges).toEqual([{ message: 'What is it?', action, reply: undefined, status: 'busy' }])
      second.resolve()
      await vi.waitFor(() => expect(statusOf(conversations)).toBe('done'))
    },
  )

  test('keep a complete reply when the candidate stops too late', async () => {
    const conversations = createConversations(providerOf(() => Promise.resolve(textReply('Here.'))))
    conversations.ask('one', 'What is it?', context)
    await vi.waitFor(() => expect(statusOf(conversations)).toBe('done'))
    conversations.stop('one')
    expect(statusOf(conversations)).toBe('done')
  })

  test('send no blank message', () => {
    const reply = vi.fn(() => new Promise<FormattedReply>(() => undefined))
    const conversations = createConversations(providerOf(reply))
    conversations.ask('one', ' \n', context)
    expect(reply).not.toHaveBeenCalled()
    expect(conversations.read('one').exchanges).toEqual([])
  })

  test('ask one message at a time, per question', async () => {
    const reply = vi.fn(() => new Promise<FormattedReply>(() => undefined))
    const conversations = createConversations(providerOf(reply))
    conversations.ask('one', 'First?', context)
    conversations.ask('one', 'Second?', context)
    conversations.ask('two', 'Other question?', context)
    expect(reply).toHaveBeenCalledTimes(2)
  })

  test('keep the typed text of each question separately', () => {
    const conversations = createConversations(builtInProvider)
    conversations.edit('one', 'half a quest')
    expect([conversations.read('one').draft, conversations.read('two').draft]).toEqual(['half a quest', ''])
  })

  test('tell a provider what was said before, and which follow-up questions were asked', async () => {
    const queries: HelpQuery[] = []
    const question = { id: 'q1', text: '', options: [], answer: 'A', explanation: '', reference: null }
    const replies: FormattedReply[] = [textReply('First.'), { blocks: [{ type: 'followUp', question }] }, textReply('Third.')]
    const conversations = createConversations(
      providerOf((query) => {
        queries.push(query)
        return Promise.resolve(replies[queries.length - 1] ?? textReply(''))
      }),
    )
    for (const [message, asked] of [['One?'], ['Quiz me', { type: 'followUp' as const }], ['Three?']] as const) {
      conversations.ask('one', message, context, asked)
      await vi.waitFor(() => expect(statusOf(conversations)).toBe('done'))
    }
    expect(queries.map(({ turns }) => turns.map(({ text }) => text))).toEqual([[], ['One?', 'First.'], ['One?', 'First.']])
    expect(queries.map(({ seen }) => seen)).toEqual([[], [], ['q1']])
    expect(queries.map((query) => query.action.type)).toEqual(['message', 'followUp', 'message'])
  })

  test('never give a provider the answer key before the reveal', () => {
    const reply = vi.fn(() => new Promise<FormattedReply>(() => undefined))
    createConversations(providerOf(reply)).ask('one', 'Which?', context)
    const sent = JSON.stringify(reply.mock.calls)
    expect(sent).toContain('What do you set up?')
    expect(sent).not.toMatch(/answerKey|explanation|optionExplanations|Payment terms hold/)
  })
})

describe('the built-in provider', () => {
  test('replies after the delay, and gives three hints', async () => {
    vi.useFakeTimers()
    const conversations = createConversations(builtInProvider)
    const titles = []
    for (const message of ['Hint', 'Next Hint', 'Next Hint', 'Hint']) {
      conversations.ask('one', message, context)
      await vi.advanceTimersByTimeAsync(replyDelayMs - 1)
      expect(statusOf(conversations)).toBe('busy')
      await vi.advanceTimersByTimeAsync(1)
      titles.push(conversations.read('one').exchanges.at(-1)?.reply?.title)
    }
    vi.useRealTimers()
    expect(titles).toEqual([
      'Hint 1 of 3: what to look for',
      'Hint 2 of 3: which conditions decide',
      'Hint 3 of 3: what to reconsider',
      'Hint 3 of 3: what to reconsider',
    ])
  })

  test('shows the official page', async () => {
    vi.useFakeTimers()
    const conversations = createConversations(builtInProvider)
    conversations.ask('one', 'Show me in the docs', context)
    await vi.advanceTimersByTimeAsync(replyDelayMs)
    vi.useRealTimers()
    expect(conversations.read('one').exchanges[0]?.reply?.blocks).toContainEqual(
      expect.objectContaining({ type: 'link', address: aQuestion().reference }),
    )
  })

  test('says nothing after a stop', async () => {
    vi.useFakeTimers()
    const conversations = createConversations(builtInProvider)
    conversations.ask('one', 'Hint', context)
    conversations.stop('one')
    await vi.advanceTimersByTimeAsync(replyDelayMs)
    vi.useRealTimers()
    expect(conversations.read('one')).toMatchObject({ hintsGiven: 0, exchanges: [{ reply: undefined, status: 'stopped' }] })
  })
})
