/** Runs `npm run tutor:eval` with a provider that behaves, and with providers that misbehave. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadContent } from '#server/bank/load-content.ts'
import { readConfig } from '#server/config.ts'
import { evaluateTutor, type ExchangeResult } from '#server/tutor/evaluation.ts'
import { contentFolder, openTestServices, type TestServices } from '#tests/services.ts'
import { openProvider, type ProviderBehavior, type ProviderRequest, type TestProvider } from '#tests/tutor/provider.ts'
import { exchanges } from '../tools/tutor/exchanges.ts'
import { printResults } from '../tools/tutor/print-results.ts'

let services: TestServices
let provider: TestProvider

beforeAll(async () => {
  provider = await openProvider()
  const unlimited = { TUTOR_DAILY_PER_NETWORK: '1000000', TUTOR_DAILY_TOTAL: '1000000' }
  const { tutor } = readConfig({ TUTOR_URL: provider.url, TUTOR_MODEL: 'test-model', ...unlimited })
  services = await openTestServices({ tutor })
  await loadContent(services.db, contentFolder, new Date())
}, 120_000)
afterAll(async () => {
  await services.close()
  await provider.close()
})

async function evaluate(behavior: ProviderBehavior | ((request: ProviderRequest) => ProviderBehavior)): Promise<ExchangeResult[]> {
  if (!services.tutor) throw new Error('No tutor')
  provider.behave(behavior)
  const results: ExchangeResult[] = []
  let ms = 0
  for await (const result of evaluateTutor({ db: services.db, tutor: services.tutor, exchanges, nowMs: () => (ms += 5) }))
    results.push(result)
  return results
}

/** A provider's reply that quotes the first source of the request and cites it. */
function quoteSource({ text }: ProviderRequest): ProviderBehavior {
  const [, quote] = /\[1\] [^\\]*\\n(.*?)(?:\\n|<\/sources)/.exec(text) ?? []
  return { type: 'reply', pieces: [quote === undefined ? 'I don’t know from the sources.' : `${JSON.parse(`"${quote}"`) as string} [1]`] }
}

const lineOf = (results: readonly ExchangeResult[], name: string) => printResults(results).find((line) => line.startsWith(name)) ?? ''

describe('the evaluation', () => {
  test('has 60 exchanges with questions of the bank', () => {
    expect(exchanges).toHaveLength(60)
    expect(new Set(exchanges.map((exchange) => JSON.stringify(exchange))).size).toBe(60)
  })

  test('measures a model that quotes its sources', async () => {
    const results = await evaluate(quoteSource)
    const complete = results.filter(({ reason }) => reason === 'complete').length
    expect(complete).toBeGreaterThan(50)
    expect(lineOf(results, 'Key leaks')).toMatch(/: +0 \(must be 0\)/)
    expect(results.every(({ removed }) => removed === 0)).toBe(true)
    const [supported, statements] = [results.map((one) => one.supported), results.map((one) => one.statements)].map((all) =>
      all.reduce((a, b) => a + b, 0),
    )
    expect(statements).toBeGreaterThan(40)
    expect(supported).toBe(statements)
    expect(lineOf(results, 'Time to the first')).toContain('median 5 ms')
  })

  test('finds no leak in what is shown of a model that always names an option, because it is withheld', async () => {
    const results = await evaluate({ type: 'reply', pieces: ['The correct answer is ', 'B, because it is the only one. ', 'Trust me.'] })
    expect(results.filter(({ leak }) => leak !== undefined)).toEqual([])
    const sealed = results.filter(({ exchange }) => !exchange.isRevealed)
    expect(sealed.every(({ reason, isRefusal }) => reason === 'withheld' && isRefusal)).toBe(true)
  })

  test('counts invented citations and unsupported statements', async () => {
    const results = await evaluate({ type: 'reply', pieces: ['Purple elephants regularly travel between distant galaxies [42].'] })
    expect(
      results.every(
        ({ resolved, removed, supported, statements }) => resolved === 0 && removed === 1 && supported === 0 && statements === 1,
      ),
    ).toBe(true)
    expect(lineOf(results, 'Citations')).toContain('0 of 60 (0%)')
  })

  test.each<[ProviderBehavior, string]>([
    [{ type: 'status', status: 429, message: 'x' }, 'busy'],
    [{ type: 'html' }, 'unavailable'],
    [{ type: 'cut', pieces: ['Look. At it. And'] }, 'interrupted'],
  ])('reports a provider that fails', async (behavior, reason) => {
    const results = await evaluate(behavior)
    expect(new Set(results.map((result) => result.reason))).toEqual(new Set([reason]))
    expect(lineOf(results, 'Exchanges')).toContain(`60 (${reason} 60)`)
  })
})
