import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { FileStoreProblem, imagesFolder } from '#server/platform/file-store.ts'
import { imageAddress } from '#server/bank/images/image-addresses.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { action, loader } from '#web/admin/bank/images.tsx'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askRoute, type RouteAnswer } from '#tests/site-routes.ts'
import { openVisitor, signUp, type Visitor } from '#tests/visitor.ts'

let services: TestServices
let ada: Visitor

beforeAll(async () => {
  services = await openTestServices()
  ada = openVisitor(services)
  await signUp(ada, 'ada@example.com')
  await grantAdministrator(services.db, 'ada@example.com')
  await saveCertification(services.db, aCertification(), 0)
})
afterAll(() => services.close())
beforeEach(async () => {
  for (const { key } of await services.files.list(imagesFolder)) await services.files.remove(key)
  for (const table of ['question_versions', 'image_uses', 'questions'] as const) await services.db.deleteFrom(table).execute()
  for (const name of ['used.png', 'unused.png']) await services.files.put(imagesFolder + name, Buffer.from('an image'))
  await saveQuestions(services.db, [aQuestion({ text: `<img src="${imageAddress}used.png" alt="">` })])
})

type Answer = Pick<RouteAnswer, 'status' | 'location' | 'data'>

/** Calls the loader, or the action when fields are given. */
async function ask(address: string, fields?: Record<string, string>, values: Partial<TestServices> = {}): Promise<Answer> {
  const init = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
  const { status, location, data } = await askRoute(services, ada, fields ? action : loader, {
    pattern: '/admin/images',
    address,
    init,
    values,
  })
  return { status, location, data }
}

const names = async () => (await services.files.list(imagesFolder)).map(({ key }) => key.slice(imagesFolder.length))

describe('the images', () => {
  test.each([
    ['', ['unused.png', 'used.png']],
    ['?show=unused', ['unused.png']],
    ['?show=odd&page=-7', ['unused.png', 'used.png']],
    ['?page=1e400', ['unused.png', 'used.png']],
  ])('are listed by %j', async (query, expected) => {
    const { data } = await ask(`/admin/images${query}`)
    expect((data as { found: { images: { name: string }[] } }).found.images.map(({ name }) => name).toSorted()).toEqual(expected)
  })

  test('are deleted after a confirmation', async () => {
    expect(await ask('/admin/images?delete=unused.png')).toMatchObject({ data: { toDelete: { name: 'unused.png' }, isNew: true } })
    for (const name of ['nothing.png', '..%2Fsecrets.json', '%00', ''])
      expect(await ask(`/admin/images?delete=${name}`)).toMatchObject({ status: 200, data: { toDelete: undefined, isMissing: true } })
  })

  test('are deleted, and the list reports it', async () => {
    const answer = await ask('/admin/images?show=unused&page=2&delete=unused.png', { name: 'unused.png' })
    expect(answer).toMatchObject({ status: 302, location: '/admin/images?show=unused&page=2&done=deleted' })
    expect(await names()).toEqual(['used.png'])
  })

  test.each([
    [{ name: 'used.png' }, 409, 'IMAGE_USED'],
    [{ name: 'used.png', earlier: 'yes' }, 409, 'IMAGE_USED'],
    [{ name: 'nothing.png' }, 404, 'UNKNOWN_IMAGE'],
    [{ name: '../../../secrets.json' }, 404, 'UNKNOWN_IMAGE'],
    [{ name: 'a\0.png' }, 400, 'FIELD_UNREADABLE'],
    [{}, 404, 'UNKNOWN_IMAGE'],
  ])('are not deleted with %j', async (fields: Record<string, string>, status, problem) => {
    expect(await ask('/admin/images', fields)).toEqual({ status, location: null, data: { problem } })
    expect(await names()).toEqual(['unused.png', 'used.png'])
  })

  test('of an earlier version are deleted only after that was confirmed', async () => {
    const item = JSON.stringify({ exam_id: 'mb-800', text: `<img src="${imageAddress}unused.png">` })
    await services.db
      .insertInto('question_versions')
      .values({ question_id: aQuestion().id, version: 1, item, saved_at: null, saved_by: null })
      .execute()
    expect(await ask('/admin/images', { name: 'unused.png' })).toMatchObject({
      status: 409,
      data: { problem: 'IMAGE_IN_EARLIER_VERSION' },
    })
    expect(await ask('/admin/images', { name: 'unused.png', earlier: 'yes' })).toMatchObject({ status: 302 })
  })

  test('report a failure of the storage', async () => {
    const fail = () => Promise.reject(new FileStoreProblem('The store http://127.0.0.1:2 does not answer; start it.'))
    const files = { put: fail, get: fail, list: fail, remove: fail }
    expect(await ask('/admin/images', undefined, { files })).toMatchObject({ status: 503, data: { found: undefined } })
    expect(await ask('/admin/images', { name: 'unused.png' }, { files })).toMatchObject({
      status: 503,
      data: { problem: 'IMAGE_STORE' },
    })
  })
})
