import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openServicesOnDisk } from '#tests/services-on-disk.ts'
import type { TestServices } from '#tests/services.ts'
import { camille, openMember, type Visitor } from '#tests/visitor.ts'

const megabyte = 1_000_000
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

let freeBytes = 1_000 * megabyte
let services: TestServices
let visitor: Visitor

beforeAll(async () => {
  services = await openServicesOnDisk(() => freeBytes)
  visitor = await openMember(services)
})
afterAll(() => services.close())
beforeEach(() => {
  freeBytes = 1_000 * megabyte
})

const expireIn = (ms: number) =>
  services.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() + ms) })
    .execute()

describe('on a full disk', () => {
  test('a session that is due for extension has its viewer, and is extended later', async () => {
    await expireIn(30 * dayMs - 2 * hourMs)
    freeBytes = 10 * megabyte
    expect((await visitor.viewer())?.email).toBe(camille)
    freeBytes = 1_000 * megabyte
    await visitor.viewer()
    const { expires_at: expiresAt } = await services.db.selectFrom('sessions').select('expires_at').executeTakeFirstOrThrow()
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 30 * dayMs - hourMs)
  })

  test('the visitor of an expired session is a guest', async () => {
    await expireIn(-2 * hourMs)
    freeBytes = 10 * megabyte
    expect(await visitor.viewer()).toBeUndefined()
  })

  test('a disabled account has no viewer', async () => {
    await expireIn(30 * dayMs - 2 * hourMs)
    await services.db.updateTable('users').set({ disabled_at: new Date() }).execute()
    freeBytes = 10 * megabyte
    expect(await visitor.viewer()).toBeUndefined()
  })
})
