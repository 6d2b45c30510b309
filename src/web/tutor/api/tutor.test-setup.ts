/** What the tests of the tutor’s addresses share: services without a model, services with a test model, and two questions. */
import { afterAll, beforeAll } from 'vitest'
import { readConfig } from '#server/config.ts'
import { aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { openProvider, type TestProvider } from '#tests/tutor/provider.ts'

export let services: TestServices
export let connected: TestServices
export let provider: TestProvider

export const asked = aQuestion({ explanation: '<p>A secret reason about zebras and lemurs says more than all.</p>' })
export const other = aQuestion({
  id: '01a20000-0000-7000-8000-0000000000b2',
  text: '<p>A vendor invoice is posted. Where does the amount with its discount appear first?</p>',
  options: ['The bank ledger', 'The payables account', 'A budget', 'A forecast'],
  answerKey: ['B'],
  explanation: '<p>Payment discounts of a vendor appear in the payables account.</p>',
  optionExplanations: [null, null, null, null],
})

/** Opens the services and the test model for the tests in a file. */
export function prepareTutor(): void {
  beforeAll(async () => {
    services = await openTestServices()
    provider = await openProvider()
    const limits = { TUTOR_DAILY_PER_MEMBER: '3', TUTOR_DAILY_PER_NETWORK: '2', TUTOR_DAILY_TOTAL: '6', TUTOR_MONTHLY_TOKENS: '1000000' }
    const { tutor: settings } = readConfig({ TUTOR_URL: provider.url, TUTOR_MODEL: 'test-model', ...limits })
    connected = await openTestServices({ tutor: settings })
  })
  afterAll(async () => {
    await services.close()
    await connected.close()
    await provider.close()
  })
}
