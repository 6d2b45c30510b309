/**
 * The bytes that are sent to the provider before the reveal contain nothing from the answer key or the explanations. Checks every question
 * of the bank, with requests that try to get them. The provider records what arrives.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { listSentences } from '#exam/help/help-texts.ts'
import { plainText } from '#exam/plain-text.ts'
import { showQuestion } from '#exam/option-order.ts'
import { positionOf } from '#exam/question.ts'
import type { TutorAction, TutorRequest } from '#exam/tutor/tutor-contract.ts'
import { loadContent } from '#server/bank/load-content.ts'
import { questionColumns, readBankQuestion } from '#server/bank/question-rows.ts'
import { readConfig } from '#server/config.ts'
import { contentFolder, openTestServices, type TestServices } from '#tests/services.ts'
import { openProvider, type TestProvider } from '#tests/tutor/provider.ts'
import { attacks } from '#tests/tutor/attacks.ts'

let services: TestServices
let provider: TestProvider
let questions: BankQuestion[] = []
const caseStudies = new Map<string, string>()

beforeAll(async () => {
  provider = await openProvider()
  const unlimited = { TUTOR_DAILY_PER_MEMBER: '1000000', TUTOR_DAILY_PER_NETWORK: '1000000', TUTOR_DAILY_TOTAL: '1000000' }
  const { tutor } = readConfig({ TUTOR_URL: provider.url, TUTOR_MODEL: 'test-model', TUTOR_INPUT_TOKENS: '100000', ...unlimited })
  services = await openTestServices({ tutor })
  await loadContent(services.db, contentFolder, new Date())
  const rows = await services.db.selectFrom('questions').select(questionColumns).where('state', '=', 'published').orderBy('id').execute()
  questions = rows.map(readBankQuestion)
  for (const { id, content } of await services.db.selectFrom('case_studies').select(['id', 'content']).execute())
    caseStudies.set(id, plainText(content))
}, 120_000)
afterAll(async () => {
  await services.close()
  await provider.close()
})

const actions: TutorAction[] = [
  { type: 'hint', stage: 3 },
  { type: 'whyNot', label: 'A' },
  { type: 'compare', labels: ['A', 'B'] },
  { type: 'simple' },
  { type: 'docs' },
]

/** Sends a request as a guest who claims that the answer was revealed. Returns what the provider received, as text. */
async function receive(values: Partial<TutorRequest>): Promise<string> {
  provider.requests.length = 0
  const claims = { attemptId: crypto.randomUUID(), isRevealed: true, statement: `9999999999999.${'A'.repeat(43)}`, seed: 'one' }
  const request = { questionId: '', answer: [], turns: [], language: 'en', action: actions[0], ...claims, ...values } as TutorRequest
  const candidate = { owner: undefined, limited: { network: '203.0.113.0/24' } }
  for await (const event of services.tutor?.reply(candidate, request, new AbortController().signal) ?? [])
    if (event.type === 'start') expect(event.isRevealed).toBe(false)
  const [sent] = provider.requests
  if (!sent) throw new Error('Nothing was sent')
  // All texts of the body, with JSON escapes decoded.
  return `${sent.headers}\n${listTexts(JSON.parse(sent.text)).join('\n')}`
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

/** Sentences that occur only in the explanations. */
function listSecrets({ text, options, pairs, explanation, optionExplanations, caseStudyId }: BankQuestion): string[] {
  const visible = plainText([text, ...options, ...(pairs?.left ?? []), ...(pairs?.right ?? [])].join(' '))
  const seen = `${visible} ${caseStudies.get(caseStudyId ?? '') ?? ''}`
  return [explanation, ...optionExplanations]
    .flatMap((html) => listSentences(html ?? ''))
    .filter((sentence) => sentence.length > 20 && !seen.includes(sentence))
}

describe('the bytes sent before the reveal', () => {
  test('have no sentence of the explanations and no answer key, for every question and action', async () => {
    expect(questions.length).toBeGreaterThan(1_000)
    for (const [i, question] of questions.entries()) {
      const action: TutorAction =
        i % 2 === 0
          ? (actions[(i / 2) % actions.length] ?? { type: 'simple' })
          : { type: 'message', text: attacks[i % attacks.length]?.slice(0, 500) ?? '' }
      const sent = await receive({ questionId: question.id, action })
      const fence = /<question (\w+)>/.exec(sent)?.[1] ?? ''
      expect(fence).toHaveLength(12)
      expect(sent, question.id).not.toContain(`<answer-key ${fence}>`)
      expect(sent, question.id).not.toMatch(/"?(?:answerKey|correct_answer|optionExplanations)"?\s*:/)
      for (const secret of listSecrets(question)) expect(sent, question.id).not.toContain(secret)
    }
  }, 300_000)

  test('are the same whatever the answer key and the explanations are', async () => {
    const some = questions.filter(({ type, options }) => type === 'single_choice' && options.length > 2).slice(0, 60)
    const withoutFence = (sent: string) => sent.replaceAll(/(?<=<\/?[a-z-]+ |containing )[\w]{12}/g, 'FENCE')
    const send = async (id: string) => withoutFence(await receive({ questionId: id, action: { type: 'message', text: attacks[0] ?? '' } }))
    for (const question of some) {
      const before = await send(question.id)
      const letter = question.answerKey[0] === 'A' ? 'B' : 'A'
      const other = { ...question, answerKey: [letter] }
      // Only the answer key is changed. If the explanation changed too, the order of the options could change, because options whose
      // letters it cites are not shuffled.
      expect(showQuestion(other, 'one').options).toEqual(showQuestion(question, 'one').options)
      await services.db
        .updateTable('questions')
        .set({ correct_answer: JSON.stringify([letter]) })
        .where('id', '=', question.id)
        .execute()
      expect(await send(question.id), question.id).toBe(before)
      expect(before).not.toContain(plainText(question.optionExplanations[positionOf(letter)] ?? 'no such reason'))
    }
  }, 120_000)

  test('keep every text of others inside its block', async () => {
    const [question] = questions
    if (!question) throw new Error('The bank is empty')
    for (const attack of attacks) {
      const turns = [{ from: 'tutor' as const, text: attack }]
      const sent = await receive({ questionId: question.id, action: { type: 'message', text: attack.slice(0, 500) }, turns })
      const fence = /<question (\w+)>/.exec(sent)?.[1] ?? 'none'
      // Only our own marks contain the fence, and the task comes after the last block.
      expect(attack).not.toContain(fence)
      const last = sent.lastIndexOf(`</message ${fence}>`)
      expect(sent.lastIndexOf('\nTask: ')).toBeGreaterThan(last)
      expect(sent.slice(0, last)).toContain(attack.slice(0, 500).trim())
    }
  })
})
