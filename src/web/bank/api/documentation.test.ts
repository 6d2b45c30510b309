import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { loader } from '#web/bank/api/documentation.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { callRoute } from '#tests/site-routes.ts'
import { openVisitor } from '#tests/visitor.ts'

let services: TestServices
const idOf = (number: number) => `01a1f7f8-3000-7dd5-a155-88000000000${number}`
const site = 'https://learn.microsoft.com/en-us/dynamics365/business-central'
const { grounding } = aQuestion()

beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(() => saveCertification(services.db, aCertification(), 0))
afterEach(() => services.empty())

async function ask(id: string) {
  const address = `/api/banks/${id}/documentation`
  return (await callRoute(services, openVisitor(services), loader, {
    pattern: '/api/banks/:certificationId/documentation',
    address,
  })) as Response
}

test('the documentation of an exam has titles and addresses, and nothing about a question', async () => {
  const titled = { ...grounding!, title: 'Set up payment terms' }
  await saveQuestions(services.db, [
    aQuestion({ id: idOf(1), grounding: titled }),
    aQuestion({ id: idOf(2), grounding: titled }),
    // The reference was changed, so the grounding has the title of a different page.
    aQuestion({ id: idOf(3), reference: `${site}/finance-currencies`, grounding: titled }),
    aQuestion({ id: idOf(4), reference: `${site}/secret-draft`, state: 'draft' }),
  ])
  const response = await ask('mb-800')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual([
    {
      skillArea: 'Configure financials',
      pages: [
        { title: 'Finance currencies', address: `${site}/finance-currencies` },
        { title: 'Set up payment terms', address: `${site}/finance-payment-terms` },
      ],
    },
  ])
})

test('an exam that does not exist has none', async () => {
  expect((await ask('zz-100')).status).toBe(404)
})
