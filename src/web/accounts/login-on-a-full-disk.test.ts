import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { action } from '#web/accounts/login.tsx'
import { withErrorReferences } from '#web/http/log-errors.ts'
import { servicesOn, silentLog, type TestServices } from '#tests/services.ts'
import { askPage } from '#tests/site-routes.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'
import { camille, goodPassword, openMember, openVisitor } from '#tests/visitor.ts'

const megabyte = 1_000_000

let freeBytes = 1_000 * megabyte
let services: TestServices

// Only the embedded database watches the disk.
beforeAll(async () => {
  const { settings, dispose } = await copyTemplateDatabase(undefined, silentLog)
  const database = await openDatabase(settings, silentLog, undefined, { readFree: () => freeBytes })
  const close = async () => {
    await database.close()
    await dispose()
  }
  services = await servicesOn({ ...database, close, empty: () => Promise.resolve() })
  await openMember(services)
})
afterAll(() => services.close())

test('signing in on a full disk is a 503, as with every other form', async () => {
  const routes = withErrorReferences({ login: { id: 'login', path: 'login', module: { default: () => null, action } } })
  const fields: [string, string][] = [
    ['email', camille],
    ['password', goodPassword],
  ]
  const login = () => askPage(services, openVisitor(services), routes['login']?.module.action, '/login', fields)
  freeBytes = 10 * megabyte
  expect(await login()).toMatchObject({ status: 503, data: { text: expect.stringContaining('out of storage space') } })
  freeBytes = 1_000 * megabyte
  expect((await login()).status).toBe(302)
})
