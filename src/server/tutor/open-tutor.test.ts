import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TutorEvent, TutorRequest } from '#exam/tutor/tutor-contract.ts'
import { parseBankFile } from '#exam/bank-file/index.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { readConfig } from '#server/config.ts'
import { openTutor, type Tutor } from '#server/tutor/open-tutor.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { sampleItems } from '#tests/sample-questions.ts'
import { openTestDatabase, silentLog, testSecret, type TestDatabase } from '#tests/services.ts'
import { openProvider, reportedUsage, type TestProvider } from '#tests/tutor/provider.ts'
import { createTestTimers, type TestTimers } from '#tests/tutor/timers.ts'

let database: TestDatabase
let provider: TestProvider
let timers: TestTimers
let tutor: Tutor

beforeAll(async () => {
  database = await openTestDatabase()
  provider = await openProvider()
})
afterAll(async () => {
  await database.close()
  await provider.close()
})
beforeEach(async () => {
  await database.empty()
  await saveCertification(database.db, aCertification(), 0)
  await saveQuestions(database.db, [aQuestion()])
  provider.requests.length = 0
  timers = createTestTimers()
  const { tutor: settings } = readConfig({ TUTOR_URL: provider.url, TUTOR_MODEL: 'test-model', TUTOR_CONCURRENCY: '1' })
  if (!settings) throw new Error('No tutor')
  tutor = openTutor({ settings, db: database.db, secrets: [testSecret], log: silentLog, startTimer: timers.start })
})

const request: TutorRequest = {
  questionId: aQuestion().id,
  attemptId: null,
  isRevealed: false,
  answer: [],
  action: { type: 'simple' },
  turns: [],
  language: 'fr-CA',
}

function ask(signal = new AbortController().signal) {
  const events: TutorEvent[] = []
  const done = (async () => {
    for await (const event of tutor.reply({ owner: undefined, limited: { network: 'net' } }, request, signal)) events.push(event)
    const last = events.at(-1)
    return last?.type === 'end' ? last.reason : undefined
  })()
  return { events, done }
}
const textOf = (events: readonly TutorEvent[]) => events.map((event) => (event.type === 'text' ? event.text : '')).join('')
const arrived = (count: number) => provider.until(({ length }) => length >= count)

describe('the tutor', () => {
  test('refuses more requests than may wait, and those that wait too long', async () => {
    provider.behave({ type: 'silent' })
    const leaving = new AbortController()
    const first = ask(leaving.signal)
    await arrived(1)
    const waiting = [1, 2, 3, 4].map(() => ask())
    await timers.until(({ started }) => started.filter((ms) => ms === 15_000).length === 4)
    expect(await ask().done).toBe('busy')
    timers.expire(15_000)
    expect(await Promise.all(waiting.map(({ done }) => done))).toEqual(['busy', 'busy', 'busy', 'busy'])
    leaving.abort()
    expect(await first.done).toBe('interrupted')
    await provider.until(([one]) => one?.isClosed === true)
    expect(provider.requests).toHaveLength(1)
  })

  test('gives a turn to the next request when one has ended', async () => {
    provider.behave({ type: 'reply', pieces: ['Look.'] })
    expect(await Promise.all([ask().done, ask().done, ask().done])).toEqual(['complete', 'complete', 'complete'])
  })

  test('ends when the model is silent', async () => {
    provider.behave({ type: 'silent' })
    const { done } = ask()
    await arrived(1)
    timers.expire(30_000)
    expect(await done).toBe('timedOut')
  })

  test('shows what came before the model stalled', async () => {
    provider.behave({ type: 'stall', pieces: ['Look at the dates. They matter. Read'] })
    const { events, done } = ask()
    await timers.until(({ started }) => started.filter((ms) => ms === 30_000).length === 2)
    timers.expire(30_000)
    expect(await done).toBe('timedOut')
    expect(textOf(events)).toBe('Look at the dates. They matter. Read')
  })

  test('asks for a reply in the language of the interface', async () => {
    provider.behave({ type: 'reply', pieces: ['Voilà.'] })
    await ask().done
    expect(provider.requests[0]?.text).toContain('Write plain text in Canadian French')
  })

  test('records what the provider counted', async () => {
    provider.behave({ type: 'reply', pieces: ['Look.'] })
    await ask().done
    const rows = await database.db.selectFrom('tutor_usage').selectAll().execute()
    expect(rows).toMatchObject([{ requests: 1, input_tokens: reportedUsage.input, output_tokens: reportedUsage.output }])
  })

  test('gets no explanation of another question about the same scenario, or with a choice of a blank as its answer', async () => {
    const bank = parseBankFile(sampleItems)
    if (!bank.ok) throw new Error('The samples are not a bank file')
    for (const caseStudy of bank.caseStudies) await saveCaseStudy(database.db, caseStudy)
    const [series, sibling] = bank.questions.filter(({ type }) => type === 'solution')
    const dropDown = bank.questions.find(({ type }) => type === 'drop_down')
    if (!series || !sibling || !dropDown) throw new Error('A sample is missing')
    const objective = 'same-objective'
    const telling = aQuestion({
      id: '01a20000-0000-7000-8000-0000000000c1',
      text: '<p>A lamp maker buys bulbs. Which field says how many are in a box?</p>',
      options: ['Qty. per Unit of Measure', 'Shelf No.', 'Lead Time', 'Cost'],
      answerKey: ['A'],
      explanation: '<p>TELLING: single pieces of clay pots on a pallet, and the posting of accountants.</p>',
      objective,
    })
    const same = (question: typeof telling) => ({ ...question, objective, state: 'published' as const })
    await saveQuestions(database.db, [
      same(series),
      { ...same(sibling), explanation: '<p>SIBLING: the accountants may post in October.</p>' },
      same(dropDown),
      telling,
    ])
    provider.behave({ type: 'reply', pieces: ['Look.'] })
    const receive = async (questionId: string) => {
      provider.requests.length = 0
      for await (const _ of tutor.reply(
        { owner: undefined, limited: { network: 'net' } },
        { ...request, questionId },
        new AbortController().signal,
      ));
      return provider.requests[0]?.text ?? ''
    }
    expect(await receive(dropDown.id)).not.toContain('TELLING')
    const sent = await receive(series.id)
    expect(sent).toContain('TELLING')
    expect(sent).not.toContain('SIBLING')
  })
})
