import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { savePreparation } from '#server/exam-dates/exam-dates.ts'
import { loader } from '#web/today/api/today.ts'
import { aCertification } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askRoute } from '#tests/site-routes.ts'
import { openCast, type Visitor } from '#tests/visitor.ts'

let services: TestServices
let cast: Awaited<ReturnType<typeof openCast>>
beforeAll(async () => {
  services = await openTestServices()
  cast = await openCast(services)
  await saveCertification(services.db, aCertification(), 0)
  await savePreparation(services.db, (await cast.camille.viewer())?.id ?? '', 'mb-800')
})
afterAll(() => services.close())

const read = async (visitor: Visitor, headers: HeadersInit = {}) =>
  (await askRoute(services, visitor, loader, { pattern: '/api/today', address: '/api/today', init: { headers } })).data

test('a member reads their own summary, and a guest reads nothing', async () => {
  expect(await read(cast.camille)).toMatchObject({ exam: { id: 'mb-800' } })
  expect(await read(cast.ada)).toMatchObject({ exam: null })
  expect(await read(cast.guest)).toBeNull()
})

test('a page of another member reads nothing', async () => {
  expect(await read(cast.camille, { 'Praxam-Member': 'another' })).toBeNull()
})
